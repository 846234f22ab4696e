/** The largest amount that a JSON number carries without rounding, in minor units (2^53 − 1). */
export const MAX_AMOUNT_MINOR = 9_007_199_254_740_991n;

/** An amount in minor units (kopecks, cents) beside its ISO 4217 currency. */
export interface Money {
  amountMinor: bigint;
  currency: string;
}

/**
 * Turns an amount of the wire into minor units.
 * @throws RangeError where it is no integer or does not fit 2^53 − 1: rounding money silently is never an option.
 */
export function amountFromWire(amount: number): bigint {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`amount ${amount} is not an integer within ±(2^53 − 1)`);
  return BigInt(amount);
}

/** Turns minor units into a JSON integer. @throws RangeError where it does not fit 2^53 − 1. */
export function amountToWire(amountMinor: bigint): number {
  if (amountMinor > MAX_AMOUNT_MINOR || amountMinor < -MAX_AMOUNT_MINOR) {
    throw new RangeError(`amount ${amountMinor} does not fit a JSON integer`);
  }
  return Number(amountMinor);
}

/** Sums amounts in minor units; the empty sum is zero. */
export function sumMinor(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
