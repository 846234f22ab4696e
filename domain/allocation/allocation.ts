import { Refusal } from '../errors/refusal';
import { cartTotal, type CartLine } from '../invoice/cart';
import { sumMinor, type Money } from '../money/money';

/** The part of a total that is kept as a fee: `mantissa × 10^exponent`. */
export interface Share {
  mantissa: bigint;
  exponent: number;
}

/** What a merchant asks for one shop: an amount, or a total of which a fee is kept. */
export type AllocationRequest = { shopID: string; currency: string; cart?: readonly CartLine[] } & (
  | { type: 'amount'; amountMinor: bigint }
  | { type: 'total'; totalMinor: bigint; fee: { type: 'fixed'; amountMinor: bigint } | { type: 'share'; share: Share } }
);

/** What one shop gets. `totalMinor` is what is taken of the payment for it; the fee stays with the payment's own shop. */
export interface AllocatedPart {
  shopID: string;
  totalMinor: bigint;
  feeMinor: bigint;
  /** Total less fee. */
  amountMinor: bigint;
}

/**
 * Reckons a distribution of a payment between shops. What it leaves of the payment stays with the payment's own shop.
 * A fee given as a share is rounded to a whole minor unit, half upwards.
 * @throws Refusal invalidAllocation: nothing or too much is distributed, a shop is named twice, a currency is another's,
 * a fee leaves nothing, or a cart does not make the sum
 */
export function allocate(requests: readonly AllocationRequest[], payment: Money): AllocatedPart[] {
  if (requests.length === 0) throw refused('allocation has no parts');
  if (new Set(requests.map(({ shopID }) => shopID)).size < requests.length) {
    throw refused('allocation names a shop more than once');
  }
  const parts = requests.map((request) => reckon(request, payment));
  const distributed = sumMinor(parts.map(({ totalMinor }) => totalMinor));
  if (distributed > payment.amountMinor) {
    throw refused(`allocation of ${distributed} exceeds the amount ${payment.amountMinor}`);
  }
  return parts;
}

function reckon(request: AllocationRequest, { currency }: Money): AllocatedPart {
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

/** A share of an amount in minor units, rounded half upwards. */
export function computeShare(amountMinor: bigint, { mantissa, exponent }: Share): bigint {
  if (exponent >= 0) return amountMinor * mantissa * 10n ** BigInt(exponent);
  const divisor = 10n ** BigInt(-exponent);
  return (2n * amountMinor * mantissa + divisor) / (2n * divisor);
}

function refused(message: string): Refusal {
  return new Refusal('invalidAllocation', message, { place: 'allocation' });
}
