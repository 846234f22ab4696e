import { search } from '../engine/search';
import { showResult } from '../engine/show-result';
import { tokenize } from '../engine/tokenize';
import { aPage, anIndexOf, anOperation } from '../testing/a-site';
import { missingWords } from './result-lines';
import { pluralForm, resultsHtml, searchHeading } from './results-html';
import { resultsUrl, targetUrl } from './target-url';

const INDEX = anIndexOf(
  aPage({ url: '/docs/a', title: 'Вебхуки <и> подписи', breadcrumbs: ['Документация', 'Интеграция'] }),
  anOperation('POST /v2/webhooks', 'createWebhook', 'Создать вебхук'),
);

function results(query: string): string {
  const shown = search(INDEX, query, { limit: 100 }).map((result) => showResult(result));
  return resultsHtml(shown, { base: '/base', query, tokens: tokenize(query) });
}

describe('the results page', () => {
  test('counts in Russian and shows breadcrumbs', () => {
    const html = results('вебхуки');
    expect(html).toContain('Найдено 2 страницы');
    expect(html).toContain('Документация › Интеграция');
    expect(html).toContain('href="/base/docs/a?_highlight=%D0%B2%D0%B5%D0%B1%D1%85%D1%83%D0%BA%D0%B8"');
    expect(results('подписи')).toContain('Найдена 1 страница');
  });

  test('shows "No results" without matches, and nothing without a query', () => {
    expect(results('щщщщ')).toContain('No results');
    expect(results(' ')).toBe('');
  });

  test('names the omitted words when no page has all', () => {
    expect(results('подписи ыъыъ')).toContain('Найдена 1 страница. Найдено без слова «ыъыъ»');
    expect(results('подписи')).not.toContain('Найдено без');
    expect(results('<b>ыъ</b> подписи')).not.toContain('<b>');
  });

  test('says when only some results have all words', () => {
    const index = anIndexOf(
      aPage({ url: '/docs/a', title: 'Возврат части платежа' }),
      aPage({ url: '/docs/b', title: 'Возврат платежа' }),
    );
    const shown = search(index, 'возврат части платежа').map((result) => showResult(result));
    expect(shown.map(({ result }) => result.missing)).toEqual([[], ['части']]);
    expect(missingWords(shown)).toBe('Часть результатов найдена без слова «части»');
  });

  test('names every word that a result lacks, and the words beyond the limit', () => {
    const index = anIndexOf(aPage({ url: '/docs/a', title: 'Возврат платежа' }));
    const long = `возврат платежа ${'и '.repeat(10)}чек`;
    const shown = search(index, long).map((result) => showResult(result));
    expect(missingWords(shown)).toBe('Найдено без слова «чек»');
  });

  test('folds places into their pages, so that each row is a page', () => {
    const sections = ['первый', 'второй', 'третий', 'четвёртый', 'пятый'].map((title) => ({
      kind: 'heading' as const,
      hash: title,
      title: `Возврат: ${title}`,
      text: 'Возврат денег.',
    }));
    const index = anIndexOf(
      aPage({ url: '/docs/a', title: 'Деньги', sections }),
      aPage({ url: '/docs/b', title: 'Чеки', sections: sections.slice(0, 1) }),
      aPage({ url: '/docs/c', title: 'Отчёты', sections: sections.slice(0, 1) }),
    );
    const shown = search(index, 'возврат', { limit: 100 }).map((result) => showResult(result));
    const html = resultsHtml(shown, { base: '', query: 'возврат', tokens: ['возврат'] });
    const rows = html.split('<article').slice(1);
    expect(rows.map((row) => /href="([^"?#]+)/.exec(row)?.[1])).toEqual(['/docs/a', '/docs/b', '/docs/c']);
    expect(rows[0]!.match(/<li>/g)).toHaveLength(5);
    expect(rows[0]).toContain('<summary>Ещё 2</summary>');
    expect(html).toContain('Найдено 3 страницы');
  });

  test('escapes pages and query', () => {
    expect(results('подписи')).toContain('&lt;и&gt;');
    expect(searchHeading('')).toBe('Поиск по документации');
  });
});

describe('addresses', () => {
  test('contain the words to mark before the anchor', () => {
    expect(targetUrl('/docs/a#b', ['x', 'y'])).toBe('/docs/a?_highlight=x&_highlight=y#b');
    expect(targetUrl('/docs/a', [])).toBe('/docs/a');
  });

  test('contain query, context and version of the search page', () => {
    expect(resultsUrl('/search', { query: 'a b', context: 'docs', version: 'v1' })).toBe(
      '/search?q=a+b&ctx=docs&version=v1',
    );
    expect(resultsUrl('/search', { query: '' })).toBe('/search');
  });
});

describe('a noun after a number', () => {
  test.each([
    [0, 'документов'],
    [1, 'документ'],
    [2, 'документа'],
    [5, 'документов'],
    [11, 'документов'],
    [12, 'документов'],
    [21, 'документ'],
    [22, 'документа'],
    [100, 'документов'],
    [111, 'документов'],
    [1001, 'документ'],
  ])('%i %s', (count, form) => {
    expect(pluralForm(count, ['документ', 'документа', 'документов'])).toBe(form);
  });
});
