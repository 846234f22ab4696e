import { aPage, anIndexOf, aSection } from '../testing/a-site';
import { fold } from './fold';
import { normalise, normaliseWithPlaces } from './normalise';
import { search } from './search';
import { showResult } from './show-result';
import { tokenize } from './tokenize';

const SOFT_HYPHEN = '\u00ad';
const ZERO_WIDTH_SPACE = '\u200b';
const DECOMPOSED_SHORT_I = 'и\u0306';

describe('normalisation', () => {
  test.each([
    [`пла${SOFT_HYPHEN}тёж`, 'платёж'],
    [`create${ZERO_WIDTH_SPACE}Invoice`, 'createInvoice'],
    [`вы${DECOMPOSED_SHORT_I}ти`, 'выйти'],
    ['ｉｎｖｏｉｃｅ', 'invoice'],
    ['ﬁnd', 'find'],
    ['3‑D', '3-D'],
    ['\u2066id\u2069', 'id'],
  ])('turns %j into %j', (text, plain) => {
    expect(normalise(text)).toBe(plain);
    expect(normalise(plain)).toBe(plain);
    expect(fold(text)).toBe(fold(plain));
    expect(tokenize(text)).toEqual(tokenize(plain));
  });

  test('records the positions of letters in the original', () => {
    const original = `пла${SOFT_HYPHEN}тежо${DECOMPOSED_SHORT_I}ﬁ`;
    const { text, places, ends } = normaliseWithPlaces(original);
    expect(text).toBe('платежойfi');
    expect(places).toHaveLength(text.length);
    expect(original.slice(places[0], ends[5])).toBe(`пла${SOFT_HYPHEN}теж`);
    expect(original.slice(places[7], ends[7])).toBe(DECOMPOSED_SHORT_I);
  });
});

describe('search', () => {
  const index = anIndexOf(
    aPage({
      url: '/docs/a',
      title: `Пла${SOFT_HYPHEN}тёж`,
      sections: [aSection('Числа', 'Суммы до 2⁵³ − 1.')],
    }),
  );
  const find = (query: string): string[] => search(index, query).map((result) => showResult(result).titleHtml);

  test.each([`пла${SOFT_HYPHEN}теж`, 'платёж', `пла${ZERO_WIDTH_SPACE}тёж`])(
    'finds %j whatever its invisible characters',
    (query) => {
      expect(find(query)).toEqual(['<mark>Платёж</mark>']);
    },
  );

  test.each(['ＩＮＶＯＩＣＥ', 'invoice', 'in\u2060voice', 'invoice\ufe0f', '\u202einvoice\u202c'])(
    'finds a full-width word with a variation selector by %j',
    (query) => {
      const wide = anIndexOf(aPage({ url: '/docs/a', title: 'ｉｎｖｏ\ufe0fｉｃｅ' }));
      expect(search(wide, query).map((result) => showResult(result).titleHtml)).toEqual(['<mark>invoice</mark>']);
    },
  );

  test('marks the letters of a ligature and those after it at the right places', () => {
    const ligature = anIndexOf(aPage({ url: '/docs/a', title: 'proﬁled' }));
    const shown = (query: string): string[] => search(ligature, query).map((result) => showResult(result).titleHtml);
    expect(shown('profi')).toEqual(['<mark>proﬁ</mark>led']);
    expect(shown('profile')).toEqual(['<mark>proﬁle</mark>d']);
  });

  test('finds a power by its digits', () => {
    for (const query of ['2⁵³', '253']) expect(find(query)).toContain('Числа');
  });
});
