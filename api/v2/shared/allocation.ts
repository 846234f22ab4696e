import type { AllocationRequest } from '../../../domain/payments/allocation/allocation';
import type { RecordedAllocationPart } from '../../../domain/payments/allocation/recorded-allocation';
import { amountFromWire } from '../../../domain/platform/money/money';
import type {
  Allocation,
  AllocationBodyTotal,
  AllocationFee,
  AllocationTarget,
  AllocationTransaction,
} from './allocation.types';
import { reckonedCart, recordedCart } from './cart';
import { presentCartLine } from './cart.presenter';

/** The requested allocation; the platform's own fields (`amount` of a total) are ignored. */
export function allocationRequests(allocation: Allocation): AllocationRequest[] {
  return allocation.map((part) => {
    const { target, currency } = part;
    const cart = part.cart && reckonedCart(recordedCart(part.cart));
    const common = { shopID: target.shopID, currency, ...(cart ? { cart } : {}) };
    return part.allocationBodyType === 'AllocationBodyAmount'
      ? { ...common, type: 'amount', amountMinor: amountFromWire(part.amount) }
      : { ...common, type: 'total', totalMinor: amountFromWire(part.total), fee: feeRequest(part.fee) };
  });
}

type FeeRequest = Extract<AllocationRequest, { type: 'total' }>['fee'];

function feeRequest(fee: AllocationFee): FeeRequest {
  switch (fee.allocationFeeType) {
    case 'AllocationFeeFixed':
      return { type: 'fixed', amountMinor: amountFromWire(fee.amount) };
    case 'AllocationFeeShare':
      return { type: 'share', share: { mantissa: BigInt(fee.share.m), exponent: fee.share.exp } };
  }
}

/** A recorded allocation as `/v2` shows it. */
export function presentAllocation(parts: readonly RecordedAllocationPart[]): Allocation {
  return parts.map((part): AllocationTransaction => {
    const { amount, currency } = part;
    const common = { target: getTarget(part.shopID), currency, cart: part.cart?.map(presentCartLine) };
    return part.type === 'amount'
      ? { allocationBodyType: 'AllocationBodyAmount', ...common, amount }
      : { allocationBodyType: 'AllocationBodyTotal', ...common, total: part.total, amount, fee: presentFee(part.fee) };
  });
}

type RecordedFee = Extract<RecordedAllocationPart, { type: 'total' }>['fee'];

function presentFee({ shopID, amount, share }: RecordedFee): AllocationBodyTotal['fee'] {
  const target = getTarget(shopID);
  return share
    ? { allocationFeeType: 'AllocationFeeShare', target, share: { m: share.mantissa, exp: share.exponent }, amount }
    : { allocationFeeType: 'AllocationFeeFixed', target, amount };
}

function getTarget(shopID: string): AllocationTarget {
  return { allocationTargetType: 'AllocationTargetShop', shopID };
}
