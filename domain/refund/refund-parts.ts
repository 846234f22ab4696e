import type { RecordedAllocationPart } from '../allocation/recorded-allocation';
import { Refusal } from '../errors/refusal';
import { amountToWire } from '../money/money';

/** What one shop gives back of a refund, in minor units; a number because it is recorded as JSON. */
export interface RefundPart {
  shopID: string;
  amount: number;
}

/** A refund of a payment that may have been distributed between shops. */
export interface DistributedRefund {
  /** The payment's own shop, which keeps what was not distributed. */
  shopID: string;
  amountMinor: bigint;
  /** How the refund shall be distributed, where the merchant says so. */
  allocation: readonly RecordedAllocationPart[] | null;
  /** Whether nothing of the payment is left after it. */
  isLast: boolean;
  /** How the payment was distributed. */
  distributed: readonly RecordedAllocationPart[];
  /** What earlier refunds took back, by shop. */
  takenBack: ReadonlyMap<string, bigint>;
}

/**
 * Which shops give a refund back. An allocation names them; without one the payment's own shop pays, save for the last
 * refund, for which each shop gives what it still has of the payment. What nobody else gives, the payment's own shop does.
 * @throws Refusal invalidAllocation where a shop shall give back more than it got
 */
export function refundParts(refund: DistributedRefund): RefundPart[] {
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

function leftWith({ distributed, takenBack }: DistributedRefund, shopID: string): bigint {
  const got = distributed.find((part) => part.shopID === shopID)?.amount ?? 0;
  return BigInt(got) - (takenBack.get(shopID) ?? 0n);
}
