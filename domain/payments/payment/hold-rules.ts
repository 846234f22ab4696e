import { cartTotal, type CartLine } from '../invoice/cart';
import { assertMarkedLines } from '../invoice/marked-lines';
import { Refusal } from '../../platform/errors/refusal';
import { formatAmount } from '../../platform/money/amount-text';
import { HOLD_EXPIRED_REASON, SHOP_BLOCKED_REASON, type HoldState, type Payment, type PaymentTarget } from './payment';

/** A merchant's capture; omitted fields mean the whole hold. */
export interface HoldCapture {
  amountMinor?: bigint;
  currency?: string;
  cart?: readonly CartLine[];
}

/**
 * Checks that a hold may still be captured or cancelled; the first decision wins.
 * @throws Refusal operationNotPermitted for the instant flow, invalidPaymentStatus otherwise
 */
export function assertUndecidedHold(hold: HoldState): void {
  if (hold.flow !== 'hold') throw new Refusal('operationNotPermitted', 'payment was made by the instant flow');
  if (hold.status !== 'processed') {
    throw new Refusal('invalidPaymentStatus', `payment is ${hold.status}, not processed`);
  }
  const decided = hold.target === 'capture' ? 'captured' : 'cancelled';
  if (hold.target) throw new Refusal('invalidPaymentStatus', `payment is being ${decided}`);
}

/** Whether an undecided hold has expired by `asOf`. */
export function isExpiredHold({ status, target, heldUntil }: HoldState, asOf: Date): boolean {
  const isUndecided = status === 'processed' && target === undefined;
  return isUndecided && (heldUntil === undefined || heldUntil <= asOf);
}

/** How long before the acquirer releases a hold it is captured, if it is captured at its end. */
export const CAPTURE_LEAD_MS = 15 * 60_000;

/** Determines when a hold ends: at its own time, or earlier if the acquirer releases it earlier. */
export function endOfHold(
  { heldUntil, onHoldExpiration }: Pick<Payment, 'heldUntil' | 'onHoldExpiration'>,
  releasedAt: Date | undefined,
): Date | null {
  if (!heldUntil || !releasedAt) return heldUntil;
  const leadMs = onHoldExpiration === 'capture' ? CAPTURE_LEAD_MS : 0;
  return new Date(Math.min(heldUntil.getTime(), releasedAt.getTime() - leadMs));
}

/** Decides an expired hold by the payment's rule; a blocked shop never captures. */
export function decideExpiredHold(
  { onHoldExpiration }: Pick<Payment, 'onHoldExpiration'>,
  shop: { isBlocked: boolean },
): { target: PaymentTarget; reason: string } {
  if (onHoldExpiration === 'capture' && shop.isBlocked) return { target: 'cancel', reason: SHOP_BLOCKED_REASON };
  return { target: onHoldExpiration ?? 'cancel', reason: HOLD_EXPIRED_REASON };
}

/**
 * Determines the amount to capture: the requested one, or the whole hold. The remainder is released.
 * @throws Refusal inconsistentCaptureCurrency, amountExceededCaptureBalance, invalidInvoiceCart if amount and cart
 * disagree, or invalidRequest for a marked line
 */
export function captureAmount(hold: HoldState, request: HoldCapture): bigint {
  const { authorised } = hold;
  if (request.currency !== undefined && request.currency !== authorised.currency) {
    throw new Refusal('inconsistentCaptureCurrency', `payment is in ${authorised.currency}, not ${request.currency}`);
  }
  if (request.cart) assertMarkedLines(request.cart, 'body.cart');
  const total = request.cart && cartTotal(request.cart);
  if (total !== undefined && request.amountMinor !== undefined && total !== request.amountMinor) {
    const [requested, summed] = [request.amountMinor, total].map((each) =>
      formatAmount({ ...authorised, amountMinor: each }),
    );
    throw new Refusal('invalidInvoiceCart', `amount ${requested} is not the cart's total ${summed}`, { place: 'cart' });
  }
  const amount = request.amountMinor ?? total ?? authorised.amountMinor;
  if (amount > authorised.amountMinor) {
    throw new Refusal('amountExceededCaptureBalance', `only ${formatAmount(authorised)} are held`);
  }
  return amount;
}
