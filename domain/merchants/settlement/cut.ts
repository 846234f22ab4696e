/** The sums from which a payout is made, in minor units. */
export interface BatchSums {
  /** What the batch before left; may be negative. */
  openingMinor: bigint;
  /** Net amounts of the transactions of the batch. */
  linesMinor: readonly bigint[];
  /** Refunds that are under way. */
  holdsMinor: bigint;
  /** The smallest payout. */
  minimumMinor: bigint;
  /** What the payout leaves. */
  keepMinor: bigint;
}

/** A payout and what remains; they sum to what the batch began with and its lines. */
export interface BatchCut {
  payoutMinor: bigint;
  closingMinor: bigint;
}

/** Pays what exceeds holds and the amount to keep, unless it is below the minimum. The payout is never negative. */
export function cutBatch({ openingMinor, linesMinor, holdsMinor, minimumMinor, keepMinor }: BatchSums): BatchCut {
  const totalMinor = linesMinor.reduce((sum, each) => sum + each, openingMinor);
  const freeMinor = totalMinor - keepMinor - holdsMinor;
  const payoutMinor = freeMinor > 0n && freeMinor >= minimumMinor ? freeMinor : 0n;
  return { payoutMinor, closingMinor: totalMinor - payoutMinor };
}
