import fc from 'fast-check';
import { CardCountries, toBounds, type IssuedRange } from './card-countries';

const range = (from: string, country?: string, to = from, line = 2): IssuedRange => ({
  ...toBounds(from, to),
  ...{ country, line },
});
const countryOf = (digits: string, ...ranges: IssuedRange[]): string | undefined =>
  new CardCountries(ranges).countryOf(digits);

test('the country of a card is that of its first digits', () => {
  const table = new CardCountries([range('400000', 'USA'), range('510000', 'DEU', '510009'), range('52', 'FRA')]);
  const cards = ['400000', '40000012', '399999', '400001', '510000', '510009', '510010', '529999', '530000', '999999'];
  expect(cards.map((digits) => table.countryOf(digits))).toEqual([
    ...['USA', 'USA', undefined, undefined, 'DEU', 'DEU', undefined, 'FRA', undefined, undefined],
  ]);
});

test.each(['', '40000', '4000x0', '-400000', ' 400000', '4000.0', '٤٠٠٠٠٠'])(
  '%j is not the beginning of a card',
  (digits) => {
    expect(countryOf(digits, range('4', 'USA'))).toBeUndefined();
  },
);

test('the longest prefix decides, in whatever order the rows are', () => {
  const [wide, exact, other] = [range('400000', 'USA'), range('40000012', 'CAN'), range('400000123', 'MEX')];
  for (const rows of [
    [wide, exact, other],
    [other, exact, wide],
    [exact, wide, other],
  ]) {
    const found = ['40000011', '400000121', '40000012300', '40000013'].map((digits) => countryOf(digits, ...rows));
    expect(found).toEqual(['USA', 'CAN', 'MEX', 'USA']);
  }
});

test('digits that may be of cards of several countries have none', () => {
  const rows = [range('400000', 'USA'), range('40000012', 'CAN')];
  expect(['400000', '4000001', '4000002', '40000012'].map((digits) => countryOf(digits, ...rows))).toEqual([
    ...[undefined, undefined, 'USA', 'CAN'],
  ]);
});

test('a gap between rows contradicts none of them', () => {
  expect(countryOf('400000', range('40000012', 'CAN'), range('40000077', 'CAN'))).toBe('CAN');
  expect(countryOf('400000', range('40000012', 'CAN'), range('40000077'))).toBe('CAN');
  expect(countryOf('40000077', range('400000', 'CAN'), range('40000077'))).toBeUndefined();
});

test('two rows of a range must agree', () => {
  const [one, two] = [range('400000', 'USA'), range('400000', 'CAN', '400000', 7)];
  expect(() => new CardCountries([one, two])).toThrow('line 7: line 2 gives its range another country');
  expect(countryOf('400000', one, { ...one, line: 3 })).toBe('USA');
});

test('a table without rows knows no country', () => {
  expect([new CardCountries().countryOf('400000'), new CardCountries().size]).toEqual([undefined, 0]);
});

/** The country by the definition: of each card with these digits, the narrowest range that has it. */
function countryByDefinition(digits: string, ranges: readonly IssuedRange[]): string | undefined {
  const card = toBounds(digits);
  const width = ({ first, last }: IssuedRange): number => last - first;
  const points = [card.first, ...ranges.flatMap(({ first, last }) => [first, last + 1])];
  const found = points.flatMap((point) => {
    if (point < card.first || point > card.last) return [];
    const having = ranges.filter(({ first, last }) => first <= point && point <= last);
    const [narrowest] = having.sort((a, b) => width(a) - width(b) || a.first - b.first);
    return narrowest?.country ?? [];
  });
  return new Set(found).size === 1 ? found[0] : undefined;
}

test('any overlapping ranges give the same countries as their definition', () => {
  // Few digits, so that most ranges overlap.
  const digits = (minLength: number, maxLength: number) =>
    fc.array(fc.constantFrom('0', '4', '9'), { minLength, maxLength }).map((each) => each.join(''));
  const ranges = fc.uniqueArray(
    fc.record({ from: digits(4, 8), to: digits(4, 8), country: fc.constantFrom('USA', 'CAN', 'MEX', undefined) }),
    { maxLength: 30, selector: ({ from, to }) => JSON.stringify(toBounds(from, to)) },
  );
  fc.assert(
    fc.property(ranges, fc.array(digits(6, 10), { minLength: 20, maxLength: 20 }), (given, cards) => {
      const rows = given
        .map(({ from, to, country }) => range(from, country, to))
        .filter(({ first, last }) => first <= last);
      const table = new CardCountries(rows);
      for (const card of cards) expect([card, table.countryOf(card)]).toEqual([card, countryByDefinition(card, rows)]);
    }),
  );
});

test('a card is found among 350,000 ranges in less than ten microseconds', () => {
  const rows = Array.from({ length: 350_000 }, (_, index) =>
    range(String(40_000_000 + index * 53), ['USA', 'CAN', 'MEX', undefined][index % 4]),
  );
  const table = new CardCountries(rows);
  const cards = Array.from({ length: 2_000 }, (_, index) => String(400_000 + ((index * 7_919) % 185_000)));
  const times = cards.map((card) => {
    const began = performance.now();
    table.countryOf(card);
    return performance.now() - began;
  });
  expect(times.sort((a, b) => a - b)[1_000]).toBeLessThan(0.01);
});
