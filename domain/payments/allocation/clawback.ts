import { amountToWire } from '../../platform/money/money';
import type { RecordedAllocationPart } from './recorded-allocation';

/** The amount that one shop returns, in minor units. It is a number because it is stored as JSON. */
export interface Clawback {
  shopID: string;
  amount: number;
}

/** How a payment was distributed between shops and what they have returned. Amounts in minor units. */
export interface Distribution {
  /** The payment's own shop, which receives everything that was not distributed. */
  shopID: string;
  distributed: readonly RecordedAllocationPart[];
  /** The amounts returned so far, by shop. */
  takenBack: ReadonlyMap<string, bigint>;
}

/** The parts with an amount, as they are stored. */
export function toClawbacks(parts: readonly { shopID: string; amountMinor: bigint }[]): Clawback[] {
  const paying = parts.filter(({ amountMinor }) => amountMinor > 0n);
  return paying.map(({ shopID, amountMinor }) => ({ shopID, amount: amountToWire(amountMinor) }));
}

/** Computes what is left of a shop's part after earlier returns. */
export function computeRemainingPart({ distributed, takenBack }: Distribution, shopID: string): bigint {
  const receivedMinor = distributed.find((part) => part.shopID === shopID)?.amount ?? 0;
  return BigInt(receivedMinor) - (takenBack.get(shopID) ?? 0n);
}
