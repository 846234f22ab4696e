import type { Money } from '../money/money';

/** How many minor units of `to` are given for how many of `from`, as a fraction of integers: never a float. */
export interface ConversionRate {
  from: string;
  to: string;
  numerator: bigint;
  denominator: bigint;
}

/**
 * Works out both sides of a conversion from one of them. What is taken is rounded up and what is given is rounded down,
 * to whole minor units, so that a conversion never creates money.
 * @throws RangeError where `cash` is in neither currency of the rate.
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

/** The rate within one currency. */
export function sameCurrency(currency: string): ConversionRate {
  return { from: currency, to: currency, numerator: 1n, denominator: 1n };
}
