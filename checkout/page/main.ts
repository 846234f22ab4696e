import { chooseLanguage } from '../languages';
import { readFragment } from '../options';
import { openerOf } from './opener';
import { addressOf, openSession } from './session';
import { Controller } from './state/controller';
import { loadTexts } from './texts/load-texts';
import { readWalletSettings } from './wallets/offered';

/*
 * What begins before React is there: the token leaves the address, and the invoice is asked for, so that both arrive while the
 * rest is still being loaded.
 */
async function start(place: HTMLElement): Promise<void> {
  const root = document.documentElement;
  const kept = openSession(location.hash, readFragment);
  // Whoever looks into the history, over a shoulder or at a screenshot finds no token.
  history.replaceState(null, '', kept ? addressOf(kept.key) : location.pathname);
  const options = kept?.session.options ?? {};
  const language = chooseLanguage(options.locale, navigator.languages);
  root.lang = language;
  root.dataset['mode'] = options.mode ?? 'redirect';
  if (options.theme && options.theme !== 'auto') root.dataset['theme'] = options.theme;
  const opener = openerOf(options, () => place.querySelector('h1')?.focus());
  opener.tell({ type: 'ready' });
  const controller = new Controller(root.dataset['api'] ?? '', kept, opener.tell);
  void controller.start();
  const [{ render }, texts] = await Promise.all([import('./render'), loadTexts(language)]);
  document.title = texts.title;
  const walletSettings = readWalletSettings(root.dataset['wallets']);
  render({ place, controller, texts, options, opener, walletSettings });
}

/** A part of the page that did not arrive is said at once, and asked for again when there is a network again. */
function sayNotLoaded(): void {
  document.documentElement.dataset['loading'] = 'failed';
  addEventListener('online', () => location.reload());
}

const place = document.getElementById('checkout');
if (place) start(place).catch(sayNotLoaded);
// Another link opened in this very tab changes the fragment only, and loads nothing by itself.
addEventListener('hashchange', () => location.reload());
