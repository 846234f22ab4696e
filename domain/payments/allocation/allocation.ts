import { Refusal } from '../../platform/errors/refusal';
import { cartTotal, type CartLine } from '../invoice/cart';
import { formatAmount } from '../../platform/money/amount-text';
import { sumMinor, type Money } from '../../platform/money/money';

/** The share of a total that is kept as a fee: `mantissa × 10^exponent`. */
export interface Share {
  mantissa: bigint;
  exponent: number;
}

/** One shop's part of a payment as the merchant requests it: an amount, or a total from which a fee is deducted. */
export type AllocationRequest = { shopID: string; currency: string; cart?: readonly CartLine[] } & (
  | { type: 'amount'; amountMinor: bigint }
  | { type: 'total'; totalMinor: bigint; fee: { type: 'fixed'; amountMinor: bigint } | { type: 'share'; share: Share } }
);

/** One shop's part: `totalMinor` is deducted from the payment, the fee goes to the payment's own shop. */
export interface AllocatedPart {
  shopID: string;
  totalMinor: bigint;
  feeMinor: bigint;
  amountMinor: bigint;
}

/**
 * Splits a payment between shops; the remainder belongs to the payment's own shop. A fractional fee is rounded half up to
 * whole minor units.
 * @throws Refusal invalidAllocation: no parts, a sum above the payment, a repeated shop, another currency, a fee not below
 * its total, or a cart with another sum
 */
export function allocate(requests: readonly AllocationRequest[], payment: Money): AllocatedPart[] {
  if (requests.length === 0) throw refused('allocation has no parts');
  if (new Set(requests.map(({ shopID }) => shopID)).size < requests.length) {
    throw refused('allocation names a shop more than once');
  }
  const parts = requests.map((request) => computePart(request, payment));
  assertWithin(sumMinor(parts.map(({ totalMinor }) => totalMinor)), payment);
  return parts;
}

/** @throws Refusal invalidAllocation */
export function assertWithin(amountMinor: bigint, payment: Money): void {
  if (amountMinor <= payment.amountMinor) return;
  const distributed = formatAmount({ ...payment, amountMinor });
  throw refused(`allocation of ${distributed} exceeds the amount ${formatAmount(payment)}`);
}

function computePart(request: AllocationRequest, { currency }: Money): AllocatedPart {
  const { shopID } = request;
  if (request.currency !== currency) throw refused(`allocation to ${shopID} is not in ${currency}`);
  const totalMinor = request.type === 'amount' ? request.amountMinor : request.totalMinor;
  if (request.cart && cartTotal(request.cart) !== totalMinor) {
    throw refused(`the cart of shop ${shopID} does not make ${totalMinor}`);
  }
  const feeMinor = request.type === 'amount' ? 0n : computeFee(request.fee, totalMinor);
  if (feeMinor >= totalMinor) throw refused(`the fee of ${feeMinor} leaves shop ${shopID} nothing of ${totalMinor}`);
  return { shopID, totalMinor, feeMinor, amountMinor: totalMinor - feeMinor };
}

type Fee = Extract<AllocationRequest, { type: 'total' }>['fee'];

function computeFee(fee: Fee, totalMinor: bigint): bigint {
  return fee.type === 'fixed' ? fee.amountMinor : computeShare(totalMinor, fee.share);
}

/** Computes a share of an amount in minor units, rounded half up. */
export function computeShare(amountMinor: bigint, { mantissa, exponent }: Share): bigint {
  if (exponent >= 0) return amountMinor * mantissa * 10n ** BigInt(exponent);
  const divisor = 10n ** BigInt(-exponent);
  return (2n * amountMinor * mantissa + divisor) / (2n * divisor);
}

function refused(message: string): Refusal {
  return new Refusal('invalidAllocation', message, { place: 'allocation' });
}
