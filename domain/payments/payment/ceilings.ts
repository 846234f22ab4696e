import type { Payment } from './payment';

/** The default maximum of an invoice in minor units: one billion roubles. */
export const DEFAULT_MAX_AMOUNT_MINOR = 100_000_000_000n;

/** The default daily limit of a shop as a multiple of the largest invoice. */
export const DEFAULT_DAILY_MAXIMA = 100n;

/** A shop's limits in one currency, in minor units. */
export interface AmountCeilings {
  max?: number;
  perDay?: number;
}

/** Returns the maximum of an invoice. */
export function maxAmountMinor({ max }: AmountCeilings = {}): bigint {
  return max === undefined ? DEFAULT_MAX_AMOUNT_MINOR : BigInt(max);
}

/** Returns the maximum total of the payments that a shop may start within a day. */
export function dailyCeilingMinor(ceilings: AmountCeilings = {}): bigint {
  return ceilings.perDay === undefined ? DEFAULT_DAILY_MAXIMA * maxAmountMinor(ceilings) : BigInt(ceilings.perDay);
}

/** Returns a payment's share of its shop's velocity limit: nothing once it has failed or was cancelled. */
export function countedMinor(payment: Pick<Payment, 'status' | 'authorisedAmountMinor'>): bigint {
  return payment.status === 'failed' || payment.status === 'cancelled' ? 0n : payment.authorisedAmountMinor;
}
