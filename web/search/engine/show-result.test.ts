import { aPage, anIndexOf, aSection } from '../testing/a-site';
import { search } from './search';
import { showResult, type ShownResult } from './show-result';

const LONG =
  'Платформа сообщает о каждом событии вебхуком. Тело сообщения подписано закрытым ключом, а открытый ключ приходит в ответе.';

function shown(text: string, query: string, contextLength = 50): ShownResult[] {
  const index = anIndexOf(
    aPage({
      url: '/docs/page',
      title: 'Страница',
      breadcrumbs: ['Документация', 'Интеграция'],
      sections: [aSection('Раздел', text)],
    }),
  );
  // Only a place matched, but its page comes first.
  const places = search(index, query).filter(({ unit }) => !unit.isPage);
  return places.map((result) => showResult(result, { contextLength }));
}

const visible = (html = ''): string => html.replace(/<[^>]+>/g, '');

describe('a shown result', () => {
  test('quotes at most 50 letters around the match, with an ellipsis where it is cut', () => {
    const [first] = shown(LONG, 'подписано');
    expect(first?.contextHtml).toContain('<mark>подписано</mark>');
    expect(first?.contextHtml).toMatch(/^….*…$/);
    expect(visible(first?.contextHtml).replaceAll('…', '').length).toBeLessThanOrEqual(50);
  });

  test('has no ellipsis at the beginning or end of the text', () => {
    expect(shown(LONG, 'платформа')[0]?.contextHtml).toMatch(/^<mark>Платформа<\/mark>.*…$/);
    expect(shown(LONG, 'ответе')[0]?.contextHtml).toMatch(/^….*ответе<\/mark>\.$/);
  });

  test('omits the end of another sentence beside an ellipsis', () => {
    const text = 'Сначала создайте инвойс для заказа. Оплатите его картой. Потом дождитесь вебхука от платформы.';
    const lengths = Array.from({ length: 40 }, (_, more) => 20 + more);
    const quotes = lengths.map((length) => visible(shown(text, 'оплатите', length)[0]?.contextHtml));
    expect(quotes.filter((quote) => /…[^\p{L}]|[^\p{L}]…/u.test(quote))).toEqual([]);
    expect(new Set(quotes).size).toBeGreaterThan(4);
  });

  test('quotes as much as requested', () => {
    expect(visible(shown(LONG, 'подписано', 100)[0]?.contextHtml).length).toBeGreaterThan(80);
  });

  test('keeps capitals, punctuation and ё', () => {
    expect(visible(shown(LONG, 'тело', 1000)[0]?.contextHtml)).toBe(LONG);
    const tricky = 'Счёт «A/B»: 10 ₽ — да; POST /v2/invoices, X-Request-ID… (см. ниже)';
    expect(visible(shown(tricky, 'счет', 1000)[0]?.contextHtml)).toBe(tricky);
  });

  test('marks the typed text, or the whole word of another form', () => {
    expect(shown(LONG, 'сообщ')[0]?.contextHtml).toContain('<mark>сообщ</mark>ает');
    expect(shown(LONG, 'события')[0]?.contextHtml).toContain('<mark>событии</mark>');
  });

  test('escapes HTML', () => {
    const [first] = shown('Подпись <script>alert("1")</script> & более', 'подпись');
    expect(first?.contextHtml).toBe(
      '<mark>Подпись</mark> &lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; более',
    );
  });

  test('contains its address and breadcrumbs', () => {
    const [first] = shown(LONG, 'подписано');
    expect(first).toMatchObject({
      url: `/docs/page#${encodeURIComponent('раздел')}`,
      pageTitle: 'Страница',
      breadcrumbs: ['Документация', 'Интеграция'],
    });
  });
});
