import type { Payment } from './payment';

/** What an invoice may cost at the most where the shop's terms name nothing, in minor units: a thousand million roubles. */
export const DEFAULT_MAX_AMOUNT_MINOR = 100_000_000_000n;

/** How many of the largest amounts a shop may take within a day where its terms name no sum. */
export const DEFAULT_DAILY_MAXIMA = 100n;

/** What a shop's terms say of amounts in one currency, in minor units. */
export interface AmountCeilings {
  max?: number;
  perDay?: number;
}

/** The most that an invoice may cost. */
export function maxAmountMinor({ max }: AmountCeilings = {}): bigint {
  return max === undefined ? DEFAULT_MAX_AMOUNT_MINOR : BigInt(max);
}

/** The most that the payments which a shop begins within a day may come to. */
export function dailyCeilingMinor(ceilings: AmountCeilings = {}): bigint {
  return ceilings.perDay === undefined ? DEFAULT_DAILY_MAXIMA * maxAmountMinor(ceilings) : BigInt(ceilings.perDay);
}

/** What a payment counts in its shop's velocity limit: all that may still be taken or was, nothing once it has failed or was cancelled. */
export function countedMinor({
  status,
  authorisedAmountMinor,
}: Pick<Payment, 'status' | 'authorisedAmountMinor'>): bigint {
  return status === 'failed' || status === 'cancelled' ? 0n : authorisedAmountMinor;
}
