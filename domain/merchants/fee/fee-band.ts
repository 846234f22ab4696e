import type { FeeRule } from './fee-rules';

/** The fees that one person may set; others need a second person. */
export interface FeeBand {
  /** Default: 0. */
  minBasisPoints?: number;
  /** Default: 1,000, which is 10 %. */
  maxBasisPoints?: number;
  /** Of fixed parts, minimums and levies, in minor units. Default: 10,000. */
  maxFixed?: number;
}

/** The parts of terms that the band limits. */
export interface BandedTerms {
  feeBasisPoints?: number | undefined;
  fees?: readonly FeeRule[] | undefined;
  refundFees?: readonly FeeRule[] | undefined;
  disputeLevies?: readonly { amount: number }[] | undefined;
}

/** Whether every share and every fixed part of the terms is within the band, which has no minimum for refunds. */
export function isWithinBand(
  { feeBasisPoints = 0, fees = [], refundFees = [], disputeLevies = [] }: BandedTerms,
  band: FeeBand,
): boolean {
  const { minBasisPoints = 0, maxBasisPoints = 1_000, maxFixed = 10_000 } = band;
  const shares = [feeBasisPoints, ...fees.flatMap(listShares)];
  const fixed = [
    ...[...fees, ...refundFees].flatMap((rule) => [rule.fixed ?? 0, rule.minimum ?? 0]),
    ...disputeLevies.map((each) => each.amount),
  ];
  return (
    shares.every((share) => share >= minBasisPoints) &&
    [...shares, ...refundFees.flatMap(listShares)].every((share) => share <= maxBasisPoints) &&
    fixed.every((part) => part <= maxFixed)
  );
}

function listShares({ basisPoints = 0, tiers }: FeeRule): number[] {
  return tiers?.map((tier) => tier.basisPoints) ?? [basisPoints];
}
