import { computeRemainingPart, toClawbacks, type Distribution, type Clawback } from '../allocation/clawback';
import { sumMinor } from '../../platform/money/money';

/** A chargeback of a payment that may have been distributed between shops. Amounts in minor units. */
export interface DistributedChargeback extends Distribution {
  bodyMinor: bigint;
  /** The part of the payment not returned yet: at least `bodyMinor`. */
  remainingMinor: bigint;
}

/**
 * Splits the body of a chargeback between shops in proportion to what each still holds of the payment. Parts are rounded
 * down in turn and the payment's own shop comes last with the remainder, so no shop returns more than it holds.
 */
export function splitChargeback(chargeback: DistributedChargeback): Clawback[] {
  const holders = listHolders(chargeback);
  let restMinor = chargeback.bodyMinor;
  let heldMinor = sumMinor(holders.map(({ leftMinor }) => leftMinor));
  const parts = holders.map(({ shopID, leftMinor }) => {
    const amountMinor = (restMinor * leftMinor) / heldMinor;
    restMinor -= amountMinor;
    heldMinor -= leftMinor;
    return { shopID, amountMinor };
  });
  return toClawbacks(parts);
}

/** Lists the shops that still hold a part of the payment. The own shop holds nothing if it has refunded more than its part. */
function listHolders(chargeback: DistributedChargeback) {
  const others = chargeback.distributed
    .filter(({ shopID }) => shopID !== chargeback.shopID)
    .map(({ shopID }) => ({ shopID, leftMinor: computeRemainingPart(chargeback, shopID) }));
  const ownMinor = chargeback.remainingMinor - sumMinor(others.map(({ leftMinor }) => leftMinor));
  return [...others, { shopID: chargeback.shopID, leftMinor: ownMinor }].filter(({ leftMinor }) => leftMinor > 0n);
}
