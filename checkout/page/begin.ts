import { getOperationUrl, invoicePaths, SHOP_PATH } from './api/addresses';
import { requestEarly } from './api/early';

/*
 * Runs inline, before the page's script: it requests the invoice early, tells the outline whether a card form follows, and
 * shows an error when the script fails to load.
 */
const root = document.documentElement;

/** Whether a frame forbids what paying needs: an origin, without which scripts are refused, or forms, whose events then are not sent. */
function isSandboxed(): boolean {
  if (origin === 'null') return true;
  const form = root.appendChild(document.createElement('form'));
  let isSent = false;
  form.onsubmit = () => {
    isSent = true;
    return false;
  };
  form.requestSubmit();
  form.remove();
  return !isSent;
}

const link = new URLSearchParams(location.hash.slice(1));
const [id, token] = [link.get('invoiceID'), link.get('invoiceAccessToken')];
if (id) root.dataset['outline'] = 'card';
else if (link.has('customerID')) root.dataset['outline'] = 'binding';
if (isSandboxed()) root.dataset['loading'] = 'sandboxed';
else if (id && token) {
  const { invoice, events, methods } = invoicePaths(id);
  for (const path of [invoice, events, methods, SHOP_PATH])
    requestEarly(getOperationUrl(root.dataset['api'] ?? '', path), token);
}
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || root.dataset['loading']) return;
    root.dataset['loading'] = 'failed';
    addEventListener('online', () => location.reload());
  },
  true,
);
