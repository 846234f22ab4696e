const BASIS_POINTS_PER_UNIT = 10_000n;

/** Computes a fee in minor units, rounded half up; `basisPoints` are hundredths of a percent. */
export function computeFee(amountMinor: bigint, basisPoints: bigint): bigint {
  return divideHalfUp(amountMinor * basisPoints, BASIS_POINTS_PER_UNIT);
}

/** Divides what is not negative. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}
