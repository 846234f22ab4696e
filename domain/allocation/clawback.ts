import type { RecordedAllocationPart } from './recorded-allocation';

/** What one shop gives back of a payment, in minor units; a number because it is recorded as JSON. */
export interface Clawback {
  shopID: string;
  amount: number;
}

/** What the shops of a payment got of it, and what they have given back already. Amounts in minor units. */
export interface Distribution {
  /** The payment's own shop, which keeps what was not distributed. */
  shopID: string;
  /** How the payment was distributed. */
  distributed: readonly RecordedAllocationPart[];
  /** What was taken back already, by shop. */
  takenBack: ReadonlyMap<string, bigint>;
}

/** What a shop to which a part was passed on still has of it. */
export function leftWith({ distributed, takenBack }: Distribution, shopID: string): bigint {
  const got = distributed.find((part) => part.shopID === shopID)?.amount ?? 0;
  return BigInt(got) - (takenBack.get(shopID) ?? 0n);
}
