import { divideHalfUp } from './fee';

/** A captured amount and its fee, and what of the amount earlier refunds and this one give back; in minor units. */
export interface RefundedFee {
  feeMinor: bigint;
  capturedMinor: bigint;
  refundedBeforeMinor: bigint;
  amountMinor: bigint;
}

/**
 * The part of a fee that a refund returns, with that of the refunds before it. Each sum of parts is rounded half up, so that the parts of a wholly
 * refunded payment sum to its fee.
 */
export function returnedFee(refunded: RefundedFee): { beforeMinor: bigint; partMinor: bigint } {
  const { feeMinor, capturedMinor, refundedBeforeMinor, amountMinor } = refunded;
  const share = (refundedMinor: bigint): bigint => divideHalfUp(feeMinor * refundedMinor, capturedMinor);
  const beforeMinor = share(refundedBeforeMinor);
  return { beforeMinor, partMinor: share(refundedBeforeMinor + amountMinor) - beforeMinor };
}
