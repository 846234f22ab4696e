import { search } from '../engine/search';
import { showResult } from '../engine/show-result';
import { tokenize } from '../engine/tokenize';
import { CONTEXT_LENGTH, MAX_RESULTS, resultsHtml, searchHeading } from '../markup/results-html';
import { resultsUrl } from '../markup/target-url';
import { loadIndex } from './load-index';

export async function startSearchPage(form: HTMLFormElement): Promise<void> {
  const input = form.querySelector<HTMLInputElement>('input[name=q]');
  const list = document.querySelector<HTMLElement>('[data-search-results]');
  const heading = document.querySelector('h1');
  if (input === null || list === null) return;
  if (input.value === '') input.focus({ preventScroll: true });
  const { searchIndex = '', searchBase = '' } = input.dataset;
  const shownKey = getSearchKey(form);
  const index = await loadIndex(searchIndex);
  const update = (): void => {
    const query = input.value;
    const { ctx = '', version = '' } = Object.fromEntries(new FormData(form)) as Record<string, string>;
    const shown = search(index, query, { limit: MAX_RESULTS, within: ctx }).map((result) =>
      showResult(result, { contextLength: CONTEXT_LENGTH }),
    );
    list.innerHTML = resultsHtml(shown, { base: searchBase, query, tokens: tokenize(query) });
    const title = searchHeading(query);
    if (heading !== null) heading.textContent = title;
    document.title = document.title.replace(/^.*(?= \| )/, () => title);
    history.replaceState(history.state, '', resultsUrl(location.pathname, { query, context: ctx, version }));
  };
  form.addEventListener('input', update);
  form.addEventListener('submit', (event) => event.preventDefault());
  if (getSearchKey(form) !== shownKey) update();
}

function getSearchKey(form: HTMLFormElement): string {
  return JSON.stringify([...new FormData(form)]);
}
