import { leftWith, type Distribution, type Clawback } from '../allocation/clawback';
import type { RecordedAllocationPart } from '../allocation/recorded-allocation';
import { Refusal } from '../errors/refusal';
import { amountToWire } from '../money/money';

/** A refund of a payment that may have been distributed between shops. */
export interface DistributedRefund extends Distribution {
  amountMinor: bigint;
  /** How the refund shall be distributed, where the merchant says so. */
  allocation: readonly RecordedAllocationPart[] | null;
  /** Whether nothing of the payment is left after it. */
  isLast: boolean;
}

/**
 * Which shops give a refund back. An allocation names them; without one the payment's own shop pays, save for the last
 * refund, for which each shop gives what it still has of the payment. What nobody else gives, the payment's own shop does.
 * @throws Refusal invalidAllocation where a shop shall give back more than it got
 */
export function refundParts(refund: DistributedRefund): Clawback[] {
  const given = refund.allocation ? named(refund, refund.allocation) : refund.isLast ? everything(refund) : [];
  const others = given.filter(({ shopID, amountMinor }) => shopID !== refund.shopID && amountMinor > 0n);
  const ownMinor = others.reduce((left, { amountMinor }) => left - amountMinor, refund.amountMinor);
  const all = [{ shopID: refund.shopID, amountMinor: ownMinor }, ...others];
  return all
    .filter(({ amountMinor }) => amountMinor > 0n)
    .map(({ shopID, amountMinor }) => ({ shopID, amount: amountToWire(amountMinor) }));
}

interface Part {
  shopID: string;
  amountMinor: bigint;
}

function named(refund: DistributedRefund, allocation: readonly RecordedAllocationPart[]): Part[] {
  return allocation.map(({ shopID, amount }) => {
    const amountMinor = BigInt(amount);
    const left = leftWith(refund, shopID);
    if (shopID !== refund.shopID && amountMinor > left) {
      throw new Refusal('invalidAllocation', `shop ${shopID} has ${left} of the payment left`, { place: 'allocation' });
    }
    return { shopID, amountMinor };
  });
}

/** Never more than the refund itself: earlier ones may have been paid by the payment's own shop alone. */
function everything(refund: DistributedRefund): Part[] {
  let rest = refund.amountMinor;
  return refund.distributed.map(({ shopID }) => {
    const left = leftWith(refund, shopID);
    const amountMinor = left < rest ? left : rest;
    if (shopID !== refund.shopID) rest -= amountMinor;
    return { shopID, amountMinor };
  });
}
