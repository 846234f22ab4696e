import type { SearchIndex } from '../engine/search-index';
import { search } from '../engine/search';
import { showResult, type ShownResult } from '../engine/show-result';
import { tokenize } from '../engine/tokenize';
import { NO_RESULTS, suggestionsHtml } from '../markup/suggestions-html';
import { resultsUrl } from '../markup/target-url';
import { loadIndex } from './load-index';
import './search-box.css';

const LIST_ID = 'suggestions';
const LONGEST_WAIT_WITHOUT_SPINNER_MS = 150;

/** Where the box finds what it needs: attributes of the input. */
interface Places {
  readonly index: string;
  readonly base: string;
  readonly searchPage: string;
}

const boxes = new WeakMap<HTMLInputElement, SearchBox>();

/** The box of an input; the same one each time. */
export function searchBoxOf(input: HTMLInputElement): SearchBox {
  let box = boxes.get(input);
  if (box === undefined) boxes.set(input, (box = new SearchBox(input)));
  return box;
}

/** The box of suggestions under a search input. */
class SearchBox {
  private readonly panel = document.createElement('div');
  private readonly places: Places;
  private index: SearchIndex | undefined;
  private shown: ShownResult[] = [];
  private active = 0;

  constructor(private readonly input: HTMLInputElement) {
    const { searchIndex = '', searchBase = '' } = input.dataset;
    this.places = { index: searchIndex, base: searchBase, searchPage: input.form?.action ?? `${searchBase}/search` };
    this.panel.className = 'suggestion-panel dropdownMenu';
    this.panel.hidden = true;
    (input.form ?? input.parentElement)?.append(this.panel);
    describeAsCombobox(input);
    this.listen();
  }

  /** Fetches the index, and shows what was typed in the meantime. */
  async load(): Promise<void> {
    const spinner = setTimeout(() => this.input.form?.classList.add('is-loading'), LONGEST_WAIT_WITHOUT_SPINNER_MS);
    try {
      this.index = await loadIndex(this.places.index);
      if (document.activeElement === this.input) this.update();
    } finally {
      clearTimeout(spinner);
      this.input.form?.classList.remove('is-loading');
    }
  }

  private listen(): void {
    const { input, panel } = this;
    input.addEventListener('input', () => this.update());
    input.addEventListener('focus', () => this.update());
    input.addEventListener('keydown', (event) => this.onKey(event));
    // A press on an item must not take the focus away before the click arrives.
    panel.addEventListener('mousedown', (event) => event.preventDefault());
    panel.addEventListener('mousemove', (event) => this.onPoint(event));
    panel.addEventListener('click', (event) => {
      const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
      if ((event.target as Element).closest('a') !== null && !isElsewhere) this.close();
    });
    input.addEventListener('blur', () => this.close());
  }

  private update(): void {
    const query = this.input.value;
    if (query.trim() === '' || this.index === undefined) return this.close();
    const { index } = this;
    this.shown = search(index, query).map((result) => showResult(index, result));
    this.active = 0;
    this.render(query);
  }

  private render(query: string): void {
    const { shown, active, places } = this;
    const all = resultsUrl(places.searchPage, { query, version: this.input.dataset['searchVersion'] });
    const list = document.createElement('div');
    list.id = LIST_ID;
    list.setAttribute('role', 'listbox');
    list.setAttribute('aria-label', 'Результаты поиска');
    list.innerHTML = suggestionsHtml(shown, { base: places.base, tokens: tokenize(query), active });
    const footer = document.createElement('a');
    footer.className = 'suggestion-all';
    footer.href = all;
    footer.tabIndex = -1;
    footer.textContent = 'Все результаты';
    this.panel.replaceChildren(...(shown.length > 0 ? [list, footer] : [noResults()]));
    this.panel.hidden = false;
    this.input.setAttribute('aria-expanded', String(shown.length > 0));
    this.select(active);
  }

  private select(place: number): void {
    this.active = place;
    const options = this.panel.querySelectorAll('[role=option]');
    options.forEach((option, at) => option.setAttribute('aria-selected', String(at === place)));
    const option = options[place];
    if (option === undefined) return this.input.removeAttribute('aria-activedescendant');
    this.input.setAttribute('aria-activedescendant', option.id);
  }

  private onKey(event: KeyboardEvent): void {
    const count = this.shown.length;
    if (event.key === 'Escape') {
      event.preventDefault();
      this.close();
      this.input.blur();
    } else if (this.panel.hidden || count === 0) {
      return;
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      this.select((this.active + (event.key === 'ArrowDown' ? 1 : count - 1)) % count);
      this.panel.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // A click, so that whatever follows the site's links follows this one too; with Ctrl the browser opens a new tab.
      const { ctrlKey, metaKey } = event;
      const init = { bubbles: true, cancelable: true, ctrlKey, metaKey, view: window };
      this.panel.querySelector('[aria-selected=true]')?.dispatchEvent(new MouseEvent('click', init));
    }
  }

  private onPoint(event: MouseEvent): void {
    const option = (event.target as Element).closest('[role=option]');
    if (option === null || option.getAttribute('aria-selected') === 'true') return;
    this.select([...this.panel.querySelectorAll('[role=option]')].indexOf(option));
  }

  private close(): void {
    this.panel.hidden = true;
    this.panel.replaceChildren();
    this.input.setAttribute('aria-expanded', 'false');
    this.input.removeAttribute('aria-activedescendant');
  }
}

function describeAsCombobox(input: HTMLInputElement): void {
  input.setAttribute('role', 'combobox');
  input.setAttribute('aria-autocomplete', 'list');
  input.setAttribute('aria-controls', LIST_ID);
  input.setAttribute('aria-expanded', 'false');
}

function noResults(): HTMLElement {
  const empty = document.createElement('p');
  empty.className = 'suggestion-none';
  empty.setAttribute('role', 'status');
  empty.textContent = NO_RESULTS;
  return empty;
}
