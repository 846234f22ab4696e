import fc from 'fast-check';
import { currencyExponent } from '../currency/currency';
import { decimalText, formatAmount, parseDecimal } from './amount-text';

test.each([
  [10_000n, 'RUB', '100.00 RUB'],
  [5n, 'USD', '0.05 USD'],
  [0n, 'EUR', '0.00 EUR'],
  [-12_345n, 'RUB', '-123.45 RUB'],
  [500n, 'JPY', '500 JPY'],
  [1_234n, 'KWD', '1.234 KWD'],
  [9_007_199_254_740_993n, 'RUB', '90071992547409.93 RUB'],
])('%s minor units of %s are %s', (amountMinor, currency, text) => {
  expect(formatAmount({ amountMinor, currency })).toBe(text);
});

test('formatting keeps every digit', () => {
  const currencies = fc.constantFrom('RUB', 'JPY', 'KWD', 'CLF');
  fc.assert(
    fc.property(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), currencies, (amountMinor, currency) => {
      const [number = ''] = formatAmount({ amountMinor, currency }).split(' ');
      expect(BigInt(number.replace('.', ''))).toBe(amountMinor);
      expect(number.split('.')[1]?.length ?? 0).toBe(currencyExponent(currency));
    }),
  );
});

test.each([
  ['1', 'RUB', 100n],
  ['1.5', 'RUB', 150n],
  ['1.', 'RUB', 100n],
  ['-0.01', 'RUB', -1n],
  ['+0.01', 'RUB', 1n],
  ['1.500', 'RUB', 150n],
  ['5.00000', 'JPY', 5n],
  ['1.234', 'KWD', 1_234n],
  ['1.234', 'RUB', undefined],
  ['0.5', 'JPY', undefined],
  ['', 'RUB', undefined],
  ['.5', 'RUB', undefined],
  ['1,00', 'RUB', undefined],
  ['1 000.00', 'RUB', undefined],
  ['1e3', 'RUB', undefined],
  ['0x10', 'RUB', undefined],
  ['1.00\n', 'RUB', undefined],
])('%j of %s is %s minor units', (text, currency, amountMinor) => {
  expect(parseDecimal(text, currency)).toBe(amountMinor);
});

test('a formatted amount is parsed to itself', () => {
  const amounts = fc.record({
    amountMinor: fc.bigInt(-(10n ** 17n), 10n ** 17n),
    currency: fc.constantFrom('RUB', 'JPY', 'KWD', 'CLF'),
  });
  fc.assert(fc.property(amounts, (money) => parseDecimal(decimalText(money), money.currency) === money.amountMinor));
});
