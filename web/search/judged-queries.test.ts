import { gzipSync } from 'node:zlib';
import { buildSearchIndex } from './builder/build-search-index';
import { search } from './engine/search';
import { openSearchIndex } from './engine/search-index';
import { showResult } from './engine/show-result';
import judged from './judged-queries.json';
import { readRealDocuments } from './testing/read-real-documents';

const SUCCESS_AT_3 = 0.95;
const FEWEST_QUERIES = 60;
const LARGEST_INDEX_BYTES = 120_000;

const documents = readRealDocuments();
const file = buildSearchIndex(documents);
const index = openSearchIndex(JSON.parse(JSON.stringify(file)));

/** A target without a place is met by any place of its page. */
function isMet(url: string, target: string): boolean {
  const found = decodeURIComponent(url).toLowerCase();
  return found === target.toLowerCase() || (!target.includes('#') && found.split('#')[0] === target.toLowerCase());
}

function placeOf(query: string, targets: readonly string[]): number {
  const urls = search(index, query).map((result) => showResult(index, result).url);
  return urls.findIndex((url) => targets.some((target) => isMet(url, target)));
}

// An API is judged as far as its specification is there.
const pages = new Set(documents.map(({ url }) => url.toLowerCase()));
const answerable = judged.filter(({ targets }) =>
  targets.some((target) => pages.has(target.split('#')[0]!.toLowerCase())),
);

describe('the search of the real documentation', () => {
  test('has enough queries to be judged by', () => {
    expect(answerable.length).toBeGreaterThanOrEqual(FEWEST_QUERIES);
  });

  test(`has an acceptable answer among the first three of ${SUCCESS_AT_3 * 100} of 100 queries`, () => {
    const missed = answerable.filter(({ query, targets }) => ![0, 1, 2].includes(placeOf(query, targets)));
    const success = 1 - missed.length / answerable.length;
    if (success < SUCCESS_AT_3) throw new Error(`${success}: ${missed.map(({ query }) => query).join('; ')}`);
    expect(success).toBeGreaterThanOrEqual(SUCCESS_AT_3);
  });

  test('never misses the title of a page', () => {
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

  test('is carried by an index that is small enough', () => {
    expect(gzipSync(JSON.stringify(file), { level: 9 }).length).toBeLessThanOrEqual(LARGEST_INDEX_BYTES);
  });
});
