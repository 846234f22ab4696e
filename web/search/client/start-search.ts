import { fetchIndex } from './fetch-index';
import { RESTORED } from './restored';
import { searchPlaces } from './search-places';
import { HIGHLIGHT_PARAMETER } from '../markup/target-url';

/** Dispatched by the site's navigation after it has replaced the page. */
const PAGE_SHOWN = 'page:shown';
const INPUT = 'input.navbar__search-input';
const MAX_WAIT_WITHOUT_SPINNER_MS = 150;

/**
 * Enhances the search input: the first touch loads the box and its index; a click, a typed key, Ctrl+K and `/` open it.
 * Without the script the input is a form that the server answers.
 */
export function startSearch(): void {
  const input = document.querySelector<HTMLInputElement>(INPUT);
  if (input === null) return;
  input.setAttribute('aria-haspopup', 'dialog');
  const open = (): void => void openBox(input);
  const prepare = (): void => void loadBox(input).catch(() => undefined);
  (input.form ?? input).addEventListener('pointerenter', prepare);
  // Focus alone does not open the box, so that Tab can pass it.
  input.addEventListener('focus', prepare);
  input.addEventListener('click', open);
  input.addEventListener('input', (event) => input.value !== '' && !(event as InputEvent).isComposing && open());
  input.addEventListener('compositionend', open);
  document.addEventListener('keydown', (event) => {
    if (!isShortcut(event)) return;
    event.preventDefault();
    input.focus();
    input.select();
    open();
  });
  showShortcut(input);
  const startPage = (): void => {
    void markWords();
    void startResults();
  };
  startPage();
  document.addEventListener(PAGE_SHOWN, startPage);
}

/** Ctrl+K, on a Mac ⌘K, or `/` outside inputs. */
function isShortcut(event: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]') !== null) return false;
  if (event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey)
    return !(event.target as Element).closest('input, select, textarea, [contenteditable]');
  if (event.code !== 'KeyK' || event.altKey || event.shiftKey || event.ctrlKey === event.metaKey) return false;
  return event.metaKey === isMac();
}

type Box = ReturnType<(typeof import('./search-dialog'))['createSearchDialog']>;

let box: Promise<Box> | undefined;

/** Loads the box once; a failed attempt can be repeated. Its index loads in parallel. */
function loadBox(input: HTMLInputElement): Promise<Box> {
  const places = searchPlaces(input);
  if (!places.algolia) fetchIndex(places.index).catch((error: unknown) => warn(error));
  if (box !== undefined) return box;
  const engine = places.algolia
    ? import('../algolia/ask-algolia').then(({ algoliaEngine }) => algoliaEngine(places.algolia!, places))
    : import('./index-engine').then(({ searchIndexEngine }) => searchIndexEngine(places));
  box = Promise.all([import('./search-dialog'), engine]).then(([{ createSearchDialog }, ask]) =>
    createSearchDialog(places, ask),
  );
  box.catch(() => (box = undefined));
  return box;
}

/** Opens the box with the text typed so far, unless the focus has left the input. */
async function openBox(input: HTMLInputElement): Promise<void> {
  const spinner = setTimeout(() => input.form?.classList.add('is-loading'), MAX_WAIT_WITHOUT_SPINNER_MS);
  try {
    const { open } = await loadBox(input);
    if (document.activeElement !== input) return;
    open(input.value);
    restoreWords(input);
  } catch (error) {
    warn(error);
  } finally {
    clearTimeout(spinner);
    input.form?.classList.remove('is-loading');
  }
}

function warn(error: unknown): void {
  console.warn('Поиск пока не загрузился', error);
}

function restoreWords(input: HTMLInputElement): void {
  input.value = markedWords().join(' ');
  input.dispatchEvent(new CustomEvent(RESTORED));
}

function markedWords(): string[] {
  return new URLSearchParams(location.search).getAll(HIGHLIGHT_PARAMETER);
}

async function startResults(): Promise<void> {
  const form = document.querySelector<HTMLFormElement>('form[data-search-page]');
  if (form === null) return;
  try {
    const { startSearchPage } = await import('./search-page');
    await startSearchPage(form);
  } catch (error) {
    warn(error);
  }
}

async function markWords(): Promise<void> {
  const words = markedWords();
  const input = document.querySelector<HTMLInputElement>(INPUT);
  if (words.length === 0 || input === null) return;
  const { highlight } = await import('./highlight');
  highlight(words, input);
}

function showShortcut(input: HTMLInputElement): void {
  const keys = document.createElement('span');
  keys.className = 'navbar-search-keys';
  keys.setAttribute('aria-hidden', 'true');
  for (const key of [isMac() ? '⌘' : 'ctrl', 'K'])
    keys.append(Object.assign(document.createElement('kbd'), { textContent: key }));
  const clear = document.createElement('button');
  clear.className = 'navbar-search-clear';
  clear.type = 'button';
  clear.textContent = '✕';
  clear.setAttribute('aria-label', 'Очистить поиск');
  clear.addEventListener('click', () => {
    input.value = '';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.focus();
  });
  const update = (): void => {
    keys.hidden = input.value !== '';
    clear.hidden = input.value === '';
  };
  input.addEventListener('input', update);
  input.addEventListener(RESTORED, update);
  update();
  input.after(keys, clear);
}

function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}
