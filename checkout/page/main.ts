import { chooseLanguage } from '../languages';
import { readFragment } from '../options';
import { createOpener } from './opener';
import { buildAddress, openSession } from './session';
import { Controller } from './state/controller';
import { loadTexts } from './texts/load-texts';
import { readWalletSettings } from './wallets/offered';

/** Longer than an invoice takes to come, and shorter than the outline waits until it says that nothing has come. */
const OUTLINE_MS = 4_000;

/*
 * What begins before React is there: the token leaves the address, and the invoice is asked for, so that both arrive while the
 * rest is still being loaded.
 */
async function start(place: HTMLElement): Promise<void> {
  const root = document.documentElement;
  const kept = openSession(location.hash, readFragment);
  // Whoever looks into the history, over a shoulder or at a screenshot finds no token.
  history.replaceState(null, '', kept ? buildAddress(kept.key) : location.pathname);
  // Opening the storage has waited for the browser: the rest is another task, and what is touched between them is heard.
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
  const isNews = isOutlineRight ? untilNews(controller) : undefined;
  void controller.start();
  const [{ render }, texts] = await Promise.all([import('./render'), loadTexts(language), isNews]);
  document.title = texts.title;
  // What was just loaded has run in a task of its own: whoever touches the page meanwhile is heard before it is drawn.
  await nextTask();
  const walletSettings = readWalletSettings(root.dataset['wallets']);
  render({ place, controller, texts, options, opener, walletSettings });
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/**
 * Until there is something to say, the outline in the document says all that React would draw in its place: a phone is spared a
 * drawing. A frame is told its height by what is drawn, and does not wait.
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

/** A part of the page that did not arrive is said at once, and asked for again when there is a network again. */
function sayNotLoaded(): void {
  document.documentElement.dataset['loading'] = 'failed';
  addEventListener('online', () => location.reload());
}

const place = document.getElementById('checkout');
if (place) start(place).catch(sayNotLoaded);
// Another link opened in this very tab changes the fragment only, and loads nothing by itself.
addEventListener('hashchange', () => location.reload());
