import { leftWith, type Distribution, type Clawback } from '../allocation/clawback';
import { amountToWire, sumMinor } from '../money/money';

/** A claim to a payment that may have been distributed between shops. Amounts in minor units. */
export interface DistributedChargeback extends Distribution {
  bodyMinor: bigint;
  /** What of the payment has not been taken back yet: at least `bodyMinor`. */
  remainingMinor: bigint;
}

/**
 * Which shops give the body of a chargeback back: each in proportion to what it still has of the payment, so that a claim
 * to all that is left takes from each exactly that. Parts are rounded down one after the other, the payment's own shop
 * comes last and gives the rest: so nobody gives more than it has.
 */
export function chargebackParts(chargeback: DistributedChargeback): Clawback[] {
  const holders = getHolders(chargeback);
  let restMinor = chargeback.bodyMinor;
  let heldMinor = sumMinor(holders.map(({ leftMinor }) => leftMinor));
  const parts = holders.map(({ shopID, leftMinor }) => {
    const amountMinor = (restMinor * leftMinor) / heldMinor;
    restMinor -= amountMinor;
    heldMinor -= leftMinor;
    return { shopID, amountMinor };
  });
  return parts
    .filter(({ amountMinor }) => amountMinor > 0n)
    .map(({ shopID, amountMinor }) => ({ shopID, amount: amountToWire(amountMinor) }));
}

interface Holder {
  shopID: string;
  leftMinor: bigint;
}

/** Who still has something of the payment. The own shop may have refunded more than was its own: then it has nothing. */
function getHolders(chargeback: DistributedChargeback): Holder[] {
  const others = chargeback.distributed
    .filter(({ shopID }) => shopID !== chargeback.shopID)
    .map(({ shopID }): Holder => ({ shopID, leftMinor: leftWith(chargeback, shopID) }));
  const ownMinor = chargeback.remainingMinor - sumMinor(others.map(({ leftMinor }) => leftMinor));
  return [...others, { shopID: chargeback.shopID, leftMinor: ownMinor }].filter(({ leftMinor }) => leftMinor > 0n);
}
