import { toRecordedLine, type RecordedCartLine } from '../invoice/cart';
import { amountToWire, sumMinor, type Money } from '../../platform/money/money';
import { allocate, assertWithin, type AllocationRequest } from './allocation';

/** A stored part of a distribution: the request with its computed sums, in minor units. */
export type RecordedAllocationPart = { shopID: string; amount: number; currency: string; cart?: RecordedCartLine[] } & (
  { type: 'amount' } | { type: 'total'; total: number; fee: RecordedFee }
);

/** The fee that the payment's own shop keeps; `share` is present if the request gave a share of the total. */
export interface RecordedFee {
  shopID: string;
  amount: number;
  share?: { mantissa: number; exponent: number };
}

/**
 * Computes the stored form of a payment's distribution.
 * @throws Refusal invalidAllocation, see `allocate`
 */
export function recordAllocation(
  requests: readonly AllocationRequest[],
  { payment, shopID }: { payment: Money; shopID: string },
): RecordedAllocationPart[] {
  const parts = allocate(requests, payment);
  return requests.map((request, index): RecordedAllocationPart => {
    const { amountMinor, feeMinor } = parts[index] ?? unreachable();
    const common = {
      shopID: request.shopID,
      amount: amountToWire(amountMinor),
      currency: request.currency,
      ...(request.cart ? { cart: request.cart.map(toRecordedLine) } : {}),
    };
    if (request.type === 'amount') return { type: 'amount', ...common };
    const share = request.fee.type === 'share' ? request.fee.share : undefined;
    const fee: RecordedFee = {
      shopID,
      amount: amountToWire(feeMinor),
      ...(share ? { share: { mantissa: Number(share.mantissa), exponent: share.exponent } } : {}),
    };
    return { type: 'total', ...common, total: amountToWire(request.totalMinor), fee };
  });
}

/**
 * Checks that a stored distribution does not exceed the captured amount.
 * @throws Refusal invalidAllocation
 */
export function assertAllocationFits(parts: readonly RecordedAllocationPart[], captured: Money): void {
  assertWithin(sumMinor(parts.map((part) => BigInt(part.type === 'amount' ? part.amount : part.total))), captured);
}

function unreachable(): never {
  throw new Error('allocate returned fewer parts than requests');
}
