import fc from 'fast-check';
import { searchIndexUrl } from '../engine/search-index';
import { aPage, anIndexOf, aSection } from '../testing/a-site';
import { buildSearchIndex } from './build-search-index';

describe('the file of an index', () => {
  test('keeps every text except for runs of whitespace', () => {
    const text = fc.string({ unit: fc.constantFrom(...'абвЁё АБ  abcXYZ012-_.,:;{}/«»…\n"\\<&🙂'), maxLength: 60 });
    const clean = (each: string): string => each.replace(/\s+/g, ' ').trim();
    fc.assert(
      fc.property(text, text, (title, body) => {
        const sections = [aSection('Раздел', body)];
        const { units } = anIndexOf(aPage({ url: '/first', title: 'Первая' }), aPage({ url: '/', title, sections }));
        expect(units[1]?.page).toMatchObject({
          ...{ url: '/', title: clean(title) },
          sections: [{ title: 'Раздел', text: clean(body) }],
        });
      }),
    );
  });

  test('changes its version with its contents', () => {
    const one = buildSearchIndex([aPage({ url: '/', title: 'Одно' })]);
    const other = buildSearchIndex([aPage({ url: '/', title: 'Другое' })]);
    expect(one.version).toMatch(/^[0-9a-f]{8}$/);
    expect(other.version).not.toBe(one.version);
    expect(buildSearchIndex([aPage({ url: '/', title: 'Одно' })])).toEqual(one);
  });

  test('gets an address with its version, folder and context', () => {
    expect(searchIndexUrl({ baseUrl: '/', language: 'ru', hash: '0123abcd' })).toBe('/ru/search-index.json?_=0123abcd');
    expect(
      searchIndexUrl({ baseUrl: '/site/', language: 'ru', version: 'v1', context: 'api/payments', hash: '0123abcd' }),
    ).toBe('/site/ru/v1/search-index-api-payments.json?_=0123abcd');
  });

  test('contains only the names of samples', () => {
    const code = 'curl -d @- "$URL/v2" <<JSON\n{"dueDate": "2026", "token": "eyJhbGciOiJ9x8Zq1"}\nJSON';
    const sections = [aSection('Запрос', 'Поле dueDate.', { code })];
    expect(buildSearchIndex([aPage({ url: '/', title: 'Пример', sections })]).sections.code).toEqual([
      'curl URL JSON token',
    ]);
  });
});
