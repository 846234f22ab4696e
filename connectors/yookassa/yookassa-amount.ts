import { currencyExponent } from '../../domain/platform/currency/currency';
import { decimalText } from '../../domain/platform/money/amount-text';

export interface YooKassaAmount {
  /** A decimal fraction with a point. */
  value: string;
  currency: string;
}

export function toYooKassaAmount(amountMinor: bigint, currency: string): YooKassaAmount {
  return { value: decimalText({ amountMinor, currency }), currency };
}

/** Parses an amount to minor units; undefined if it has more decimals than the currency. */
export function fromYooKassaAmount({ value, currency }: YooKassaAmount): bigint | undefined {
  const exponent = currencyExponent(currency);
  const [, whole, fraction = ''] = /^(\d{1,18})(?:\.(\d{1,6}))?$/.exec(value) ?? [];
  if (whole === undefined || /[1-9]/.test(fraction.slice(exponent))) return undefined;
  return BigInt(whole + fraction.slice(0, exponent).padEnd(exponent, '0'));
}
