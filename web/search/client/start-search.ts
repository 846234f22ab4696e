import { fetchIndex } from './fetch-index';
import { RESTORED } from './restored';
import { HIGHLIGHT_PARAMETER } from '../markup/target-url';

/** Said by the site's navigation when another page has been put in the place of the one before. */
const PAGE_SHOWN = 'page:shown';
const INPUT = 'input.navbar__search-input';

/**
 * Brings the search input of the top bar to life. Nothing is fetched before the reader points at it or enters it, and
 * until then, and wherever this fails, it remains a form that the server answers.
 */
export function startSearch(): void {
  const input = document.querySelector<HTMLInputElement>(INPUT);
  if (input === null) return;
  let box: Promise<void> | undefined;
  const open = (): void => {
    box ??= openBox(input).catch((error: unknown) => {
      console.warn('Поиск пока не загрузился', error);
      box = undefined;
    });
  };
  (input.form ?? input).addEventListener('pointerenter', open);
  input.addEventListener('focus', open);
  if (document.activeElement === input) open();
  document.addEventListener('keydown', (event) => {
    if (event.code !== 'KeyK' || event.altKey || event.shiftKey || event.ctrlKey === event.metaKey) return;
    if (event.metaKey !== isMac()) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
  showShortcut(input);
  const startPage = (): void => {
    void markWords();
    void startResults();
  };
  startPage();
  document.addEventListener(PAGE_SHOWN, startPage);
}

/** On the search page, lets results follow what is typed. */
async function startResults(): Promise<void> {
  const form = document.querySelector<HTMLFormElement>('form[data-search-page]');
  if (form === null) return;
  try {
    const { startSearchPage } = await import('./search-page');
    await startSearchPage(form);
  } catch (error) {
    console.warn('Поиск пока не загрузился', error);
  }
}

/** Marks on this page the words that it was found by. */
async function markWords(): Promise<void> {
  const words = new URLSearchParams(location.search).getAll(HIGHLIGHT_PARAMETER);
  const input = document.querySelector<HTMLInputElement>(INPUT);
  if (words.length === 0 || input === null) return;
  const { highlight } = await import('./highlight');
  highlight(words, input);
}

async function openBox(input: HTMLInputElement): Promise<void> {
  if (input.dataset['algolia'] !== undefined && (await opensDocSearch(input))) return;
  // The index and the code that reads it come at once; a failure shows itself where the index is waited for.
  fetchIndex(input.dataset['searchIndex'] ?? '').catch(() => undefined);
  const { searchBoxOf } = await import('./search-box');
  await searchBoxOf(input).load();
}

async function opensDocSearch(input: HTMLInputElement): Promise<boolean> {
  try {
    const { openDocSearch } = await import('../algolia/docsearch-box');
    openDocSearch(input);
    return true;
  } catch (error) {
    console.warn('DocSearch не загрузился, ищем по индексу сайта', error);
    return false;
  }
}

/** The keys that lead to the input, and in their place a button that empties it while there is something in it. */
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
