import { gzipSync } from 'node:zlib';
import searchTerms from '../../content/search-terms.json';
import { buildSearchIndex } from './builder/build-search-index';
import { search } from './engine/search';
import { openSearchIndex } from './engine/search-index';
import { showResult } from './engine/show-result';
import judged from './judged-queries.json';
import unseen from './unseen-queries.json';
import { readRealDocuments } from './testing/read-real-documents';

const SUCCESS_AT_3 = 0.97;
/** The share of targets with a place that must find that place. */
const PLACE_AT_3 = 0.95;
/** The engine and the terms are not tuned for these queries. */
const UNSEEN_AT_3 = 0.85;
const MIN_QUERIES = 200;
const MAX_INDEX_BYTES = 120_000;

const documents = readRealDocuments();
const file = buildSearchIndex(documents, searchTerms);
const index = openSearchIndex(JSON.parse(JSON.stringify(file)));

/** A target without a place accepts any place of its page. */
function isMet(url: string, target: string): boolean {
  const found = decodeURIComponent(url).toLowerCase();
  return found === target.toLowerCase() || (!target.includes('#') && found.split('#')[0] === target.toLowerCase());
}

type Judge = (url: string, target: string) => boolean;

const isOnPage: Judge = (url, target) => isMet(url.split('#')[0]!, target.split('#')[0]!);

interface Judged {
  query: string;
  targets: readonly string[];
}

function missedBy(queries: readonly Judged[], judge: Judge): string[] {
  return queries
    .filter(({ query, targets }) => {
      const urls = search(index, query).map((result) => showResult(index, result).url);
      return !urls.slice(0, 3).some((url) => targets.some((target) => judge(url, target)));
    })
    .map(({ query }) => query);
}

// Targets in an API are judged only if its specification exists.
const pages = new Set(documents.map(({ url }) => url.toLowerCase()));
const answerable = (queries: readonly Judged[]): Judged[] =>
  queries.filter(({ targets }) => targets.some((target) => pages.has(target.split('#')[0]!.toLowerCase())));
const judgedAnswerable = answerable(judged);

describe('the search of the real documentation', () => {
  test('judges enough queries', () => {
    expect(judgedAnswerable.length).toBeGreaterThanOrEqual(MIN_QUERIES);
  });

  test.each([
    ['the right page', judgedAnswerable, SUCCESS_AT_3, isOnPage],
    ['the right place', judgedAnswerable, PLACE_AT_3, isMet],
    ['the right page, of queries that it was not tuned on,', answerable(unseen), UNSEEN_AT_3, isOnPage],
  ] as const)('finds %s among the first three', (_, queries, wanted, judge) => {
    const missed = missedBy(queries, judge);
    const success = 1 - missed.length / queries.length;
    if (success < wanted) throw new Error(`${success}: ${missed.join('; ')}`);
    expect(success).toBeGreaterThanOrEqual(wanted);
  });

  test('shows something for every query', () => {
    const empty = [...judged, ...unseen].filter(({ query }) => search(index, query).length === 0);
    expect(empty).toEqual([]);
  });

  test('names only existing pages in its table of terms', () => {
    expect(Object.keys(searchTerms.pages).filter((path) => !pages.has(path.toLowerCase()))).toEqual([]);
  });

  test('finds every page by its title', () => {
    const missed = documents.filter(({ title, url }) => {
      const found = search(index, title, { limit: 100 }).map(({ page }) => page.url);
      return !found.includes(url);
    });
    expect(missed.map(({ title, url }) => `${title} ${url}`)).toEqual([]);
  });

  test('finds every operation first by its name', () => {
    const operations = documents.flatMap(({ operation, url }) =>
      operation === undefined ? [] : [{ ...operation, url }],
    );
    const names = operations.map(({ operationId }) => operationId);
    const missed = operations.filter(({ operationId, url }) => {
      const isShared = names.indexOf(operationId) !== names.lastIndexOf(operationId);
      const found = search(index, operationId).map(({ page }) => page.url);
      return isShared ? !found.includes(url) : found[0] !== url;
    });
    expect(missed.map(({ operationId }) => operationId)).toEqual([]);
  });

  test('uses an index below its size limit', () => {
    expect(gzipSync(JSON.stringify(file), { level: 9 }).length).toBeLessThanOrEqual(MAX_INDEX_BYTES);
  });
});
