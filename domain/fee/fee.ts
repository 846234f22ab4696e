/** Hundredths of a percent in a whole. */
const WHOLE = 10_000n;

/** The platform's part of an amount, in minor units: `basisPoints` are hundredths of a percent, a half is rounded up. */
export function computeFee(amountMinor: bigint, basisPoints: bigint): bigint {
  return (amountMinor * basisPoints + WHOLE / 2n) / WHOLE;
}
