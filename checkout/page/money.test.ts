import { LANGUAGES } from '../languages';
import { decimalText, minorUnitsOf, moneyText } from './money';

const AMOUNTS = [0, 1, 99, 100, 10_000, 99_999, 100_000, 199_990, 123_456_789, 100_000_000_000];

/** As `Intl` has it; Kazakh figures, which not every browser has, are written as Russian ones. */
function byIntl(amount: number, currency: string, language: string, digits: number): string {
  return new Intl.NumberFormat(language === 'kk' ? 'ru' : language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: amount % 10 ** digits === 0 ? 0 : digits,
  }).format(amount / 10 ** digits);
}

test.each([
  ['RUB', 2],
  ['KZT', 2],
  ['USD', 2],
  ['EUR', 2],
  ['UZS', 2],
  ['GEL', 2],
  ['JPY', 0],
  ['KWD', 3],
])('%s is written as the language writes it', (currency, digits) => {
  for (const language of LANGUAGES)
    for (const amount of AMOUNTS)
      expect(moneyText(amount, currency, language)).toBe(byIntl(amount, currency, language, digits));
});

test('minor units are what the currency has', () => {
  expect(['RUB', 'JPY', 'KWD'].map((currency) => decimalText(199_990, currency))).toEqual([
    '1999.90',
    '199990',
    '199.990',
  ]);
  expect(minorUnitsOf('1 999,9', 'RUB')).toBe(199_990);
  expect(minorUnitsOf('1999,9', 'JPY')).toBeUndefined();
});
