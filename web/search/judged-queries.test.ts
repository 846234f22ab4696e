import { gzipSync } from 'node:zlib';
import searchTerms from '../../content/search-terms.json';
import { buildSearchIndex } from './builder/build-search-index';
import { search } from './engine/search';
import { openSearchIndex } from './engine/search-index';
import { showResult } from './engine/show-result';
import judged from './judged-queries.json';
import questions from './judged-questions.json';
import unseen from './unseen-queries.json';
import unseenQuestions from './unseen-questions.json';
import { readRealDocuments } from './testing/read-real-documents';

const SUCCESS_AT_3 = 0.97;
/** The share of targets with a place that must find that place. */
const PLACE_AT_3 = 0.95;
/** The engine and the terms are not tuned for these queries. */
const UNSEEN_AT_3 = 0.85;
/** Questions are judged by pages: places of one page count once. */
const QUESTIONS_AT_3 = 0.97;
const UNSEEN_QUESTIONS_AT_3 = 0.97;
/** The share of identifiers that find a page that explains them. */
const NAMES_AT_3 = 0.97;
const MIN_QUERIES = 200;
const MAX_INDEX_BYTES = 120_000;

const documents = readRealDocuments();
const file = buildSearchIndex(documents, searchTerms);
const index = openSearchIndex(JSON.parse(JSON.stringify(file)) as typeof file);

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
      const urls = search(index, query).map((result) => showResult(result).url);
      return !urls.slice(0, 3).some((url) => targets.some((target) => judge(url, target)));
    })
    .map(({ query }) => query);
}

// Targets in an API are judged only if its specification exists.
const pages = new Set(documents.map(({ url }) => url.toLowerCase()));
const answerable = (queries: readonly Judged[]): Judged[] =>
  queries.filter(({ targets }) => targets.some((target) => pages.has(target.split('#')[0]!.toLowerCase())));
const judgedAnswerable = answerable(judged);

function firstPages(query: string): string[] {
  const urls = search(index, query).map((result) => showResult(result).url.split('#')[0]!);
  return [...new Set(urls)].slice(0, 3);
}

/** Pages and the words that find them. */
const TRADE_WORDS: ReadonlyArray<readonly [page: string, ...words: string[]]> = [
  ['/api/payments/getMyParty', 'мерчант', 'мерчнат', 'merchant'],
  ['/docs/integration/payments/checkout', 'скрипт', 'скирпт', 'script', 'iframe', 'айфрейм', 'ifrmae'],
  ['/docs/integration/payments/payments-overview', 'предавторизация', 'предавторизацыя', 'preauthorization'],
  ['/docs/integration/payments/payments-overview', 'эквайринг', 'эквайрнг', 'acquiring'],
  ['/api/payments/getContracts', 'тариф', 'тарифы', 'тарриф'],
  ['/docs/refs/postman', 'SDK'],
  ['/docs/intro', 'копейки', 'копейка', 'копеки'],
  ['/api/payments/getPayments', 'list'],
  ['/api/payments/getInvoiceEvents', 'лонгполлинг', 'longpoll', 'long polling'],
  ['/docs/integration/webhooks', 'hmac', 'колбэк', 'retry policy'],
  ['/docs/integration/testing', 'sandbox', 'песочница', 'sanbdox'],
  ['/api/payments/capturePayment', 'холдирование', 'заморозка'],
  ['/api/payments/getChargebacks', 'диспут', 'опротестование'],
  ['/docs/integration/payments/recurring', 'биллинг', 'автосписание', 'безакцептный'],
  ['/docs/refs/changelog', 'релиз', 'changelog'],
  ['/docs/integration/support', 'техподдержка', 'саппорт'],
  ['/docs/integration/payments/examples/php-kkt-cart-webhooks', 'офд', 'касса'],
];

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

  test.each([
    ['questions', questions, QUESTIONS_AT_3],
    ['questions that it was not tuned on', unseenQuestions, UNSEEN_QUESTIONS_AT_3],
  ] as const)('finds the right page of %s among the first three pages', (_, asked, wanted) => {
    const missed = answerable(asked).filter(({ query, targets }) => {
      const found = firstPages(query);
      return !targets.some((target) => found.some((url) => isMet(url, target)));
    });
    const success = 1 - missed.length / asked.length;
    if (success < wanted) throw new Error(`${success}: ${missed.map(({ query }) => query).join('; ')}`);
    expect(asked.length).toBeGreaterThanOrEqual(100);
  });

  test('finds pages by words of the trade, with typing errors', () => {
    const missed = TRADE_WORDS.flatMap(([page, ...words]) =>
      words.filter((word) => !firstPages(word).includes(page)).map((word) => `${word}: ${firstPages(word).join(' ')}`),
    );
    expect(missed).toEqual([]);
  });

  test.each([
    ['возврат', '/docs/integration/payments/payments-overview'],
    ['вебхук', '/docs/integration/webhooks'],
    ['рекуррентный платёж', '/docs/integration/payments/recurring'],
    ['вывод средств', '/docs/integration/wallets/withdrawal'],
    ['тестовые карты', '/docs/refs/testcards'],
  ])('finds the guide to «%s» first', (word, page) => {
    expect(firstPages(word)[0]).toBe(page);
  });

  test.each([400, 401, 403, 404, 409, 422, 429, 500, 503, 504])('finds the error guide by the HTTP code %d', (code) => {
    expect(firstPages(String(code))).toContain('/docs/refs/error-codes');
  });

  test('finds error codes, fields and events where they are explained', () => {
    const explained = new Map<string, Set<string>>();
    for (const { url, kind, sections } of documents) {
      if (kind === 'event') explained.set(url.split('/').at(-1)!, new Set([url]));
      for (const { kind: ofSection, title } of sections)
        if (ofSection !== 'heading') explained.set(title, (explained.get(title) ?? new Set()).add(url));
    }
    // Plain words such as `price` mean more than the field.
    const identifiers = [...explained].filter(([name]) => /[a-z][A-Z]|[_:]|^\d+$/.test(name));
    const missed = identifiers.filter(([name, urls]) => {
      const found = firstPages(name);
      return !found.some((url) => urls.has(url) || url === '/docs/refs/error-codes');
    });
    const success = 1 - missed.length / identifiers.length;
    if (success < NAMES_AT_3) throw new Error(`${success}: ${missed.map(([name]) => name).join('; ')}`);
    expect(identifiers.length).toBeGreaterThanOrEqual(MIN_QUERIES);
  });

  test.each([
    ['4242 4242 4242 4242'],
    ['4000000000000002'],
    ['visa недостаточно средств'],
    ['мир платёж проходит'],
    ['maestro'],
    ['bank_card_rejected cvv_invalid'],
    ['карта с истёкшим сроком'],
  ])('finds the test cards by %j', (query) => {
    expect(firstPages(query)).toContain('/docs/refs/testcards');
  });

  test('shows something for every query', () => {
    const empty = [...judged, ...unseen, ...questions, ...unseenQuestions].filter(
      ({ query }) => search(index, query).length === 0,
    );
    expect(empty).toEqual([]);
  });

  test('names only existing pages in its table of terms', () => {
    const named = [...Object.keys(searchTerms.pages), ...Object.values(searchTerms.questions)];
    expect(named.filter((path) => !pages.has(path.split('#')[0]!.toLowerCase()))).toEqual([]);
  });

  test('finds every page by its title', () => {
    const missed = documents.filter(({ title, url }) => {
      const found = search(index, title, { limit: 100 }).map(({ unit }) => unit.page.url);
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
      const found = search(index, operationId).map(({ unit }) => unit.page.url);
      return isShared ? !found.includes(url) : found[0] !== url;
    });
    expect(missed.map(({ operationId }) => operationId)).toEqual([]);
  });

  test('uses an index below its size limit', () => {
    expect(gzipSync(JSON.stringify(file), { level: 9 }).length).toBeLessThanOrEqual(MAX_INDEX_BYTES);
  });
});
