import { aPage, anIndexOf, anIndexOfTerms, anOperation, aSection } from '../testing/a-site';
import { search } from './search';
import type { SearchIndex } from './search-index';
import { showResult } from './show-result';

const urls = (index: SearchIndex, query: string, limit?: number): string[] =>
  search(index, query, limit === undefined ? {} : { limit }).map((result) => showResult(result).url);

const SITE = anIndexOf(
  aPage({
    url: '/docs/signature',
    title: 'Проверка подписи вебхука',
    sections: [aSection('Ключ', 'Открытый ключ вебхука.'), aSection('Заголовок', 'Подпись лежит в заголовке.')],
  }),
  aPage({ url: '/docs/wallets', title: 'Кошельки', sections: [aSection('Счёт', 'Остаток кошелька на счёте.')] }),
  aPage({ url: '/docs/tokenizer', title: 'Токенизация', sections: [aSection('Ток', 'Сила тока в сети.')] }),
  aPage({ url: '/docs/3ds', title: '3-D Secure', sections: [aSection('Ссылки', 'Привязка и ошибки сделок.')] }),
  anOperation('POST /wallet/v0/wallets', 'createWallet', 'Создать кошелёк'),
  anOperation('GET /wallet/v0/wallets/{walletID}', 'getWallet', 'Получить кошелёк'),
  anOperation('POST /wallet/v0/wallets/{walletID}/grants', 'issueWalletGrant', 'Выдать грант'),
);

describe('search', () => {
  test('an empty query finds nothing', () => {
    expect(search(SITE, '')).toEqual([]);
    expect(search(SITE, ' - ')).toEqual([]);
  });

  test.each(['подпись', 'подписи', 'подписью', 'ПОДПИСЕЙ', 'gjlgbcm', 'подп', 'поодпись'])(
    '«%s» finds the page on signatures first',
    (query) => {
      expect(urls(SITE, query)[0]).toBe('/docs/signature');
    },
  );

  test.each(['кошелёк', 'кошелек', 'кошелька', 'кошельков', 'rjitktr'])('«%s» finds the page on wallets', (query) => {
    expect(urls(SITE, query)).toContain('/docs/wallets');
  });

  test.each(['привязок', 'ошибок', 'ссылок', 'сделка'])('«%s» finds its other forms', (query) => {
    expect(urls(SITE, query)).toContain('/docs/3ds#ссылки'.replace('ссылки', encodeURIComponent('ссылки')));
  });

  test('«токен» is a prefix of «токенизация» and unrelated to «ток»', () => {
    expect(urls(SITE, 'токен')).toEqual(['/docs/tokenizer']);
  });

  test.each([
    ['createWallet', '/api/wallets/createWallet'],
    ['createwallet', '/api/wallets/createWallet'],
    ['create wallet', '/api/wallets/createWallet'],
    ['POST /wallets', '/api/wallets/createWallet'],
    ['post /wallet/v0/wallets', '/api/wallets/createWallet'],
    ['GET /wallets/{id}', '/api/wallets/getWallet'],
    ['/wallets/{walletID}/grants', '/api/wallets/issueWalletGrant'],
  ])('«%s» finds the operation', (query, url) => {
    expect(urls(SITE, query)[0]).toBe(url);
  });

  test('a heading of exactly the words of a query comes first', () => {
    const index = anIndexOf(
      aPage({
        url: '/a',
        title: 'Отмена',
        sections: [aSection('Возврат после отмены', 'Возврат. Возвраты. Возврату.')],
      }),
      aPage({ url: '/b', title: 'Платежи', sections: [aSection('Возврат', 'Верните деньги.')] }),
    );
    for (const query of ['возврат', 'возвраты', 'djpdhfn']) expect(urls(index, query)[0]).toBe('/b');
    expect(urls(index, 'возврат отмены')[0]).toBe('/a');
  });

  test('hyphenated terms are found as one word', () => {
    expect(urls(SITE, '3-D')[0]).toBe('/docs/3ds');
    expect(urls(SITE, '3d')[0]).toBe('/docs/3ds');
    expect(urls(SITE, 'веб-хук')[0]).toBe('/docs/signature');
  });

  test('two words are both required if a page has both', () => {
    const index = anIndexOf(
      aPage({ url: '/one', title: 'Подпись' }),
      aPage({ url: '/both', title: 'Подпись вебхука' }),
    );
    expect(urls(index, 'подпись вебхука')).toEqual(['/both']);
  });

  test('a word that no page has with the others is omitted, and the results say so', () => {
    const results = search(SITE, 'ыъыъыъ кошельки');
    expect(results.map(({ unit }) => unit.url)).toContain('/docs/wallets');
    expect(results.map(({ missing }) => missing)).toEqual(results.map(() => ['ыъыъыъ']));
    expect(search(SITE, 'подпись вебхука').every(({ missing }) => missing.length === 0)).toBe(true);
  });

  test('the page with the rarest word is first when no page has all words', () => {
    const index = anIndexOf(
      aPage({ url: '/a', title: 'Платёж один' }),
      aPage({ url: '/b', title: 'Платёж два' }),
      aPage({ url: '/c', title: 'Чарджбэк' }),
    );
    const results = search(index, 'платёж чарджбэк');
    expect(results[0]?.unit.url).toBe('/c');
    expect(results[0]?.missing).toEqual(['платёж']);
  });

  test.each(['refund', 'refnud', 'рефанды'])('«%s» finds its synonyms', (query) => {
    const index = anIndexOfTerms(['возврат refund рефанд'], aPage({ url: '/back', title: 'Возвраты' }), aPage({ url: '/other', title: 'Платежи' })); // prettier-ignore
    expect(urls(index, query)).toEqual(['/back']);
  });

  test('a page precedes its places even when only those match', () => {
    const results = search(SITE, 'остаток');
    expect(results.map(({ unit }) => unit.kind)).toEqual(['guide', 'heading']);
  });

  test('one of three words may be missing, and pages with all words come first', () => {
    const index = anIndexOf(
      aPage({ url: '/two', title: 'Подпись вебхука' }),
      aPage({ url: '/three', title: 'Как устроена большая и подробная подпись любого вебхука платежа' }),
    );
    expect(urls(index, 'подпись вебхука платежа')).toEqual(['/three', '/two']);
  });

  test('stop words are optional unless the query has no other words', () => {
    expect(urls(SITE, 'подпись в том и для вебхука')[0]).toBe('/docs/signature');
    expect(urls(SITE, 'how to createWallet')[0]).toBe('/api/wallets/createWallet');
    expect(urls(SITE, 'на').length).toBeGreaterThan(0);
  });

  test('pages come first, each followed by its places', () => {
    const results = search(SITE, 'ключ');
    expect(results.map(({ type }) => type)).toEqual([0, 1]);
    expect(results[1]?.unit.page).toBe(results[0]?.unit.page);
  });

  test('the number of results is limited', () => {
    const pages = Array.from({ length: 30 }, (_, place) => aPage({ url: `/${place}`, title: `Вебхук ${place}` }));
    const index = anIndexOf(...pages);
    expect(search(index, 'вебхук')).toHaveLength(8);
    expect(search(index, 'вебхук', { limit: 100 })).toHaveLength(30);
  });

  test('the sections of one page leave space for other pages', () => {
    const sections = Array.from({ length: 20 }, (_, place) => aSection(`Вебхук ${place}`));
    const others = Array.from({ length: 4 }, (_, place) =>
      aPage({ url: `/${place}`, title: 'Разное', description: 'О вебхуках.' }),
    );
    const found = urls(anIndexOf(aPage({ url: '/long', title: 'Вебхуки', sections }), ...others), 'вебхук');
    expect(others.every(({ url }) => found.includes(url))).toBe(true);
  });

  test('a search can be restricted to a part of the site', () => {
    expect(
      search(SITE, 'кошелёк', { within: 'api/wallets' }).every(({ unit }) => unit.url.startsWith('/api/wallets')),
    ).toBe(true);
    expect(search(SITE, 'кошелёк', { within: 'docs' }).every(({ unit }) => unit.url.startsWith('/docs'))).toBe(true);
  });
});
