const BASIS_POINTS_PER_UNIT = 10_000n;

/** Computes a fee in minor units, rounded half up; `basisPoints` are hundredths of a percent. */
export function computeFee(amountMinor: bigint, basisPoints: bigint): bigint {
  return (amountMinor * basisPoints + BASIS_POINTS_PER_UNIT / 2n) / BASIS_POINTS_PER_UNIT;
}
