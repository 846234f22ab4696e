import fc from 'fast-check';
import { fieldText } from '../engine/field-text';
import { getCharacter, getNumbers, searchIndexUrl } from '../engine/index-format';
import { aPage, anIndexOf, aSection } from '../testing/a-site';
import { buildSearchIndex } from './build-search-index';

describe('the file of an index', () => {
  test('keeps every text except for runs of whitespace', () => {
    const text = fc.string({ unit: fc.constantFrom(...'абвЁё АБ  abcXYZ012-_.,:;{}/«»…\n"\\<&🙂'), maxLength: 60 });
    fc.assert(
      fc.property(text, text, (title, body) => {
        const index = anIndexOf(aPage({ url: '/', title, sections: [aSection('Раздел', body)] }));
        const texts = index.fields.map((field) => fieldText(index, field));
        const clean = (each: string): string => each.replace(/\s+/g, ' ').trim();
        expect(texts[0]).toBe(clean(title));
        expect(texts).toContain(clean(body));
      }),
    );
  });

  test('writes numbers in characters that JSON does not escape', () => {
    const numbers = Array.from({ length: 60_000 }, (_, number) => number);
    const text = numbers.map(getCharacter).join('');
    expect(Array.from(getNumbers(text))).toEqual(numbers);
    expect(JSON.stringify(text)).toBe(`"${text}"`);
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
    const index = anIndexOf(
      aPage({ url: '/', title: 'Пример', sections: [aSection('Запрос', 'Поле dueDate.', { code })] }),
    );
    expect(index.fields.map((field) => fieldText(index, field)).at(-1)).toBe('curl URL JSON token');
  });
});
