import { search } from '../engine/search';
import { showResult } from '../engine/show-result';
import { tokenize } from '../engine/tokenize';
import { CONTEXT_ON_PAGE, RESULTS_ON_PAGE, resultsHtml, searchHeading } from '../markup/results-html';
import { resultsUrl } from '../markup/target-url';
import { loadIndex } from './load-index';

/** Lets the search page answer while one types; without it the form asks the server. */
export function startSearchPage(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('input[name=q]');
  const list = document.querySelector<HTMLElement>('[data-search-results]');
  const heading = document.querySelector('h1');
  if (input === null || list === null) return;
  const { searchIndex = '', searchBase = '' } = input.dataset;
  const indexed = loadIndex(searchIndex);
  const update = async (): Promise<void> => {
    const index = await indexed;
    const query = input.value;
    const { ctx = '', version = '' } = Object.fromEntries(new FormData(form)) as Record<string, string>;
    const shown = search(index, query, { limit: RESULTS_ON_PAGE, within: ctx }).map((result) =>
      showResult(index, result, { contextLength: CONTEXT_ON_PAGE }),
    );
    list.innerHTML = resultsHtml(shown, { base: searchBase, query, tokens: tokenize(query) });
    if (heading !== null) heading.textContent = searchHeading(query);
    history.replaceState(history.state, '', resultsUrl(location.pathname, { query, context: ctx, version }));
  };
  form.addEventListener('input', () => void update());
  form.addEventListener('submit', (event) => event.preventDefault());
}
