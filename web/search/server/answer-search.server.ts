import searchStart from 'virtual:search-start';
import { versions } from '../../app/site/docs.server';
import { search } from '../engine/search';
import { showResult } from '../engine/show-result';
import type { PageDocument } from '../engine/documents';
import type { SearchIndex } from '../engine/search-index';
import { tokenize } from '../engine/tokenize';
import { isOneEditAway } from '../engine/typing-slips';
import { CONTEXT_LENGTH, MAX_RESULTS, resultsHtml, startHtml } from '../markup/results-html';
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
  const shown = results.map((result) => showResult(result, { contextLength: CONTEXT_LENGTH }));
  return {
    query,
    version,
    context,
    contexts,
    indexUrl: url,
    html: resultsHtml(shown, { base, query, tokens: tokenize(query) }) || startHtml(searchStart, base),
  };
}

/** Pages are suggested when they match at least this share of the address's words. */
const MIN_SHARE_OF_WORDS = 0.5;
/** How much a word counts if it is in the page's address, in its names, or, being long enough to tell, in its text. */
const WEIGHTS = { address: 1.2, named: 1, text: 0.5 } as const;
const MIN_TELLING_LENGTH = 6;

/** Suggests pages for a wrong address by the words of its path, and none if only few words match. */
export function findSimilarPages(path: string, limit = 5): { title: string; path: string }[] {
  const { index } = siteIndex();
  const words = getPathWords(path.replace(/\.\w+$/, '')).slice(-4);
  const shares = new Map<PageDocument, number>();
  for (const word of words) {
    for (const [page, weight] of matchPages(index, word, limit))
      shares.set(page, (shares.get(page) ?? 0) + weight / words.length);
  }
  return [...shares]
    .filter(([, share]) => share >= MIN_SHARE_OF_WORDS)
    .sort(
      ([one, ofOne], [other, ofOther]) =>
        ofOther - ofOne || getPathWords(one.url).length - getPathWords(other.url).length,
    )
    .slice(0, limit)
    .map(([page]) => ({ title: page.title, path: page.url }));
}

function getPathWords(path: string): string[] {
  const words = path.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return [
    ...new Set(words.filter((word) => word.length > 2 && !/^(docs|api|html|index|integration|pages?)$/.test(word))),
  ];
}

function matchPages(index: SearchIndex, word: string, limit: number): Map<PageDocument, number> {
  const pages = new Map<PageDocument, number>();
  const add = (page: PageDocument, weight: number): void =>
    void pages.set(page, Math.max(weight, pages.get(page) ?? 0));
  for (const { page, isPage } of index.units) {
    if (isPage && getPathWords(page.url).some((own) => own === word || isOneEditAway(own, word)))
      add(page, WEIGHTS.address);
  }
  for (const { unit, isNamed, missing } of search(index, word, { limit })) {
    if (missing.length > 0) continue;
    if (isNamed) add(unit.page, WEIGHTS.named);
    else if (unit.isPage && word.length >= MIN_TELLING_LENGTH) add(unit.page, WEIGHTS.text);
  }
  return pages;
}
