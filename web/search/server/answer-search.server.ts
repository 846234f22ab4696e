import { versions } from '../../app/site/docs.server';
import { search } from '../engine/search';
import { showResult, formatTitle } from '../engine/show-result';
import { tokenize } from '../engine/tokenize';
import { CONTEXT_LENGTH, MAX_RESULTS, resultsHtml } from '../markup/results-html';
import { searchContexts, siteIndex } from './site-indexes.server';

const MAX_QUERY_LENGTH = 200;

/** Answers `?q=…&ctx=…&version=…`; unknown contexts and versions are ignored. */
export function answerSearch(parameters: URLSearchParams, base: string) {
  const query = (parameters.get('q') ?? '').slice(0, MAX_QUERY_LENGTH);
  const version = versions.find(({ name }) => name === parameters.get('version'))?.name ?? '';
  const contexts = searchContexts();
  const context = contexts.find(({ value }) => value === parameters.get('ctx'))?.value ?? '';
  const { index, url } = siteIndex(version);
  const results = search(index, query, { limit: MAX_RESULTS, within: context });
  const shown = results.map((result) => showResult(index, result, { contextLength: CONTEXT_LENGTH }));
  return {
    query,
    version,
    context,
    contexts,
    indexUrl: url,
    html: resultsHtml(shown, { base, query, tokens: tokenize(query) }),
  };
}

/** Suggests pages for a wrong address by the words of its path. */
export function findSimilarPages(path: string, limit = 5): { title: string; path: string }[] {
  const { index } = siteIndex();
  const words = path
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2 && !/^(docs|api|html|index|integration)$/.test(word))
    .slice(-4);
  const pages = new Map<string, string>();
  for (const query of [words.join(' '), ...words.slice().reverse()]) {
    for (const { page } of search(index, query, { limit })) {
      if (pages.size < limit) pages.set(page.url, formatTitle(index, page));
    }
  }
  return [...pages].map(([url, title]) => ({ title, path: url }));
}
