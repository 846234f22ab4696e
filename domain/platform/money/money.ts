/** The largest amount that a JSON number holds exactly, in minor units (2^53 − 1). */
export const MAX_AMOUNT_MINOR = 9_007_199_254_740_991n;

/** An amount in minor units (kopecks, cents) beside its ISO 4217 currency. */
export interface Money {
  amountMinor: bigint;
  currency: string;
}

/**
 * Parses an amount in minor units from JSON.
 * @throws RangeError if it is no integer within ±(2^53 − 1)
 */
export function amountFromWire(amount: number): bigint {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`amount ${amount} is not an integer within ±(2^53 − 1)`);
  return BigInt(amount);
}

/** Serialises minor units as a JSON integer. @throws RangeError beyond ±(2^53 − 1) */
export function amountToWire(amountMinor: bigint): number {
  if (amountMinor > MAX_AMOUNT_MINOR || amountMinor < -MAX_AMOUNT_MINOR) {
    throw new RangeError(`amount ${amountMinor} does not fit a JSON integer`);
  }
  return Number(amountMinor);
}

export function sumMinor(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
