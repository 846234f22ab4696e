import fc from 'fast-check';
import { currencyExponent } from '../currency/currency';
import { formatAmount } from './amount-text';

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
