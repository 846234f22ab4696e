import type { Money } from '../../platform/money/money';

/** Minor units of `to` per minor unit of `from`, as an exact fraction. */
export interface ConversionRate {
  from: string;
  to: string;
  numerator: bigint;
  denominator: bigint;
}

/**
 * Computes both sides of a conversion from one of them. The source side is rounded up and the target side down, so that a
 * conversion never creates money.
 * @throws RangeError if `cash` has neither currency of the rate
 */
export function convert(cash: Money, rate: ConversionRate): { cashFrom: Money; cashTo: Money } {
  const { from, to, numerator, denominator } = rate;
  if (cash.currency === from) {
    return { cashFrom: cash, cashTo: { amountMinor: (cash.amountMinor * numerator) / denominator, currency: to } };
  }
  if (cash.currency !== to) throw new RangeError(`${cash.currency} is neither ${from} nor ${to}`);
  const taken = (cash.amountMinor * denominator + numerator - 1n) / numerator;
  return { cashFrom: { amountMinor: taken, currency: from }, cashTo: cash };
}

/** Returns the rate within one currency. */
export function sameCurrency(currency: string): ConversionRate {
  return { from: currency, to: currency, numerator: 1n, denominator: 1n };
}
