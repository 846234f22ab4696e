import { CURRENCIES, currencyExponent, isCurrency, isCurrencyInForce } from './currency';
import { IN_FORCE, WITHDRAWN } from './iso-4217';

const all = [...CURRENCIES.values()];
const inForce = all.filter((currency) => currency.isInForce);

test('every line of the table is a currency with a unique code', () => {
  const lines = [IN_FORCE, WITHDRAWN].flatMap((table) => table.trim().split('\n'));
  expect(all.length).toBe(lines.length);
  expect(inForce.length).toBe(IN_FORCE.trim().split('\n').length);
  for (const { id, numericCode, exponent, name } of all) {
    expect([id, numericCode, String(exponent)]).toEqual([
      expect.stringMatching(/^[A-Z]{3}$/),
      expect.stringMatching(/^\d{3}$/),
      expect.stringMatching(/^[0234]$/),
    ]);
    expect(name).toMatch(/\p{Script=Cyrillic}{2}/u);
  }
});

test('no two currencies in force share a number or a sign', () => {
  for (const field of ['numericCode', 'sign'] as const) {
    const values = inForce.map((currency) => currency[field]).filter((value) => value !== null);
    expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
  }
  const getSign = (currency: string) => CURRENCIES.get(currency)?.sign;
  expect(['USD', 'CAD', 'COP', 'RUB', 'EUR'].map(getSign)).toEqual(['$', 'CA$', null, '₽', '€']);
});

test('the table contains every currency of the CLDR data of Node', () => {
  expect(Intl.supportedValuesOf('currency').filter((currency) => !isCurrency(currency))).toEqual([]);
});

test.each(['XCG', 'VED', 'SLE', 'ZWG', 'XAD', 'RUB'])('%s is in force', (currency) => {
  expect(isCurrencyInForce(currency)).toBe(true);
});

test.each(['HRK', 'SLL', 'ANG', 'BGN', 'CUC', 'RUR'])('%s is withdrawn and still readable', (currency) => {
  expect([isCurrencyInForce(currency), isCurrency(currency)]).toEqual([false, true]);
});

test.each([
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [2, 'AFN ALL AMD COP CRC HUF IDR IRR KPW LAK LBP MGA MMK MUR PKR RSD SOS SYP TWD TZS UZS YER ZMW'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
])('ISO 4217 gives %d decimals to %s', (decimals, codes) => {
  for (const code of codes.split(' ')) expect([code, currencyExponent(code)]).toEqual([code, decimals]);
});
