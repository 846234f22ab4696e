import { chooseLanguage } from '../languages';
import { readFragment } from '../options';
import { createOpener } from './opener';
import { buildAddress, openSession } from './session';
import { Controller } from './state/controller';
import { loadTexts } from './texts/load-texts';
import { readWalletSettings } from './wallets/offered';

/** Longer than an invoice usually takes to load, shorter than the outline's own timeout. */
const OUTLINE_MS = 4_000;

/** Until the form is drawn. */
const FONT_MS = 300;

/* Runs before React loads: removes the token from the address and requests the invoice while the rest is loading. */
async function start(place: HTMLElement): Promise<void> {
  const root = document.documentElement;
  const kept = openSession(location.hash, readFragment);
  // Keeps the token out of the history and of screenshots.
  history.replaceState(null, '', kept ? buildAddress(kept.key) : location.pathname);
  // Opening the storage blocked the browser: a new task lets pending input events run.
  await nextTask();
  const options = kept?.session.options ?? {};
  const language = chooseLanguage(options.locale, navigator.languages);
  const isOutlineRight = root.lang === language && options.mode !== 'inline';
  root.lang = language;
  root.dataset['mode'] = options.mode ?? 'redirect';
  if (options.theme && options.theme !== 'auto') root.dataset['theme'] = options.theme;
  const opener = createOpener(options, () => place.querySelector('h1')?.focus());
  opener.tell({ type: 'ready' });
  const controller = new Controller(root.dataset['api'] ?? '', kept, opener.tell);
  const isNews = untilNews(controller);
  void controller.start();
  const [{ render }, texts] = await Promise.all([import('./render'), loadTexts(language), isOutlineRight && isNews]);
  document.title = texts.title;
  // A new task lets pending input events run before the first render.
  await nextTask();
  const walletSettings = readWalletSettings(root.dataset['wallets']);
  render({ place, controller, texts, options, opener, walletSettings });
  void isNews.then(() => setTimeout(() => void import('./text-font'), FONT_MS));
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/**
 * Keeps the outline until there is something else to draw, which saves a slow phone one render. A frame does not wait: its
 * height depends on what is drawn.
 */
function untilNews(controller: Controller): Promise<void> {
  return new Promise((resolve) => {
    const stop = controller.subscribe(() => {
      if (controller.view.stage.name === 'loading' && controller.view.connection === 'good') return;
      stop();
      resolve();
    });
    setTimeout(resolve, OUTLINE_MS);
  });
}

/** Shows that a part of the page failed to load and reloads it when the network is back. */
function sayNotLoaded(): void {
  document.documentElement.dataset['loading'] = 'failed';
  addEventListener('online', () => location.reload());
}

const place = document.getElementById('checkout');
if (place && document.documentElement.dataset['loading'] !== 'sandboxed') start(place).catch(sayNotLoaded);
// Another link opened in this tab changes only the fragment and does not reload the page.
addEventListener('hashchange', () => location.reload());
