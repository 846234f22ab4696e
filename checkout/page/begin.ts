import { addressOfOperation, invoicePaths } from './api/addresses';
import { askEarly } from './api/early';

/*
 * Stands within the document, before anything else is there: what the page will ask of an invoice is asked for now, while its
 * script is still on the way; the outline is told whether a card form comes in its place; and a script that is lost is said at
 * once, since nobody else is there to say it.
 */
const root = document.documentElement;
const link = new URLSearchParams(location.hash.slice(1));
const [id, token] = [link.get('invoiceID'), link.get('invoiceAccessToken')];
if (id || link.has('customerID')) root.dataset['outline'] = 'card';
if (id && token) {
  const { invoice, events, methods } = invoicePaths(id);
  for (const path of [invoice, events, methods]) askEarly(addressOfOperation(root.dataset['api'] ?? '', path), token);
}
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement)) return;
    root.dataset['loading'] = 'failed';
    addEventListener('online', () => location.reload());
  },
  true,
);
