import type { Money } from './money';

/** ISO 4217: the currencies whose minor unit is not a hundredth, by its decimal places. */
const EXPONENTS: ReadonlyMap<string, number> = new Map([
  ...exponentOf(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...exponentOf(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...exponentOf(4, 'CLF UYW'),
]);

function exponentOf(exponent: number, codes: string): [string, number][] {
  return codes.split(' ').map((code) => [code, exponent]);
}

/** How many decimal places the minor unit of a currency has. */
export function currencyExponent(currency: string): number {
  return EXPONENTS.get(currency) ?? 2;
}

/** An amount as people read it: 10000 kopecks are `100.00 RUB`, 500 yen are `500 JPY`. */
export function amountText({ amountMinor, currency }: Money): string {
  const exponent = currencyExponent(currency);
  const digits = (amountMinor < 0n ? -amountMinor : amountMinor).toString().padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  const fraction = exponent === 0 ? '' : `.${digits.slice(-exponent)}`;
  return `${amountMinor < 0n ? '-' : ''}${whole}${fraction} ${currency}`;
}
