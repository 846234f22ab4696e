import { currencyExponent } from '../currency/currency';
import type { Money } from './money';

/** Formats an amount with the decimals of its currency: 10000 kopecks are `100.00`, 500 yen are `500`. */
export function decimalText({ amountMinor, currency }: Money): string {
  const exponent = currencyExponent(currency);
  const digits = (amountMinor < 0n ? -amountMinor : amountMinor).toString().padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  const fraction = exponent === 0 ? '' : `.${digits.slice(-exponent)}`;
  return `${amountMinor < 0n ? '-' : ''}${whole}${fraction}`;
}

/** Formats an amount with its currency: `100.00 RUB`, `500 JPY`. */
export function formatAmount(money: Money): string {
  return `${decimalText(money)} ${money.currency}`;
}

/** Parses `100.00` or `100` to minor units; undefined if it is no amount or has more decimals than its currency. */
export function parseDecimal(text: string, currency: string): bigint | undefined {
  const [, sign, whole, fraction = ''] = /^([+-]?)(\d{1,18})(?:\.(\d{0,18}))?$/.exec(text) ?? [];
  const exponent = currencyExponent(currency);
  const decimals = fraction.replace(/0+$/, '');
  if (whole === undefined || decimals.length > exponent) return undefined;
  const minor = BigInt(whole + decimals.padEnd(exponent, '0'));
  return sign === '-' ? -minor : minor;
}
