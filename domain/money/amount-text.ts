import { currencyExponent } from '../currency/currency';
import type { Money } from './money';

/** An amount as programs write it, with the decimals of its currency: 10000 kopecks are `100.00`, 500 yen are `500`. */
export function decimalText({ amountMinor, currency }: Money): string {
  const exponent = currencyExponent(currency);
  const digits = (amountMinor < 0n ? -amountMinor : amountMinor).toString().padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  const fraction = exponent === 0 ? '' : `.${digits.slice(-exponent)}`;
  return `${amountMinor < 0n ? '-' : ''}${whole}${fraction}`;
}

/** An amount as operators read it: 10000 kopecks are `100.00 RUB`, 500 yen are `500 JPY`. */
export function amountText(money: Money): string {
  return `${decimalText(money)} ${money.currency}`;
}
