import { computeRemainingPart, toClawbacks, type Distribution, type Clawback } from '../allocation/clawback';
import type { RecordedAllocationPart } from '../allocation/recorded-allocation';
import { Refusal } from '../../platform/errors/refusal';

/** A refund of a payment that may have been distributed between shops. */
export interface DistributedRefund extends Distribution {
  amountMinor: bigint;
  /** The merchant's distribution of the refund. */
  allocation: readonly RecordedAllocationPart[] | null;
  /** Whether it refunds the whole remainder. */
  isLast: boolean;
}

/**
 * Splits a refund between shops. An allocation determines the parts; without one the payment's own shop pays, except for
 * the last refund, which takes each shop's remaining part. The own shop pays any difference.
 * @throws Refusal invalidAllocation if a shop would return more than it received
 */
export function splitRefund(refund: DistributedRefund): Clawback[] {
  const given = refund.allocation
    ? takeAllocated(refund, refund.allocation)
    : refund.isLast
      ? takeRemaining(refund)
      : [];
  const others = given.filter(({ shopID, amountMinor }) => shopID !== refund.shopID && amountMinor > 0n);
  const ownMinor = others.reduce((left, { amountMinor }) => left - amountMinor, refund.amountMinor);
  return toClawbacks([{ shopID: refund.shopID, amountMinor: ownMinor }, ...others]);
}

function takeAllocated(refund: DistributedRefund, allocation: readonly RecordedAllocationPart[]) {
  return allocation.map(({ shopID, amount }) => {
    const amountMinor = BigInt(amount);
    const left = computeRemainingPart(refund, shopID);
    if (shopID !== refund.shopID && amountMinor > left) {
      throw new Refusal('invalidAllocation', `shop ${shopID} has ${left} of the payment left`, { place: 'allocation' });
    }
    return { shopID, amountMinor };
  });
}

/** Limited to the refund: the payment's own shop may have paid earlier ones alone. */
function takeRemaining(refund: DistributedRefund) {
  let rest = refund.amountMinor;
  return refund.distributed.map(({ shopID }) => {
    const left = computeRemainingPart(refund, shopID);
    const amountMinor = left < rest ? left : rest;
    if (shopID !== refund.shopID) rest -= amountMinor;
    return { shopID, amountMinor };
  });
}
