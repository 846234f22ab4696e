import { formatAmount } from '../../platform/money/amount-text';
import type { Money } from '../../platform/money/money';
import { cartTotal, type CartLine } from '../invoice/cart';
import { assertMarkedLines } from '../invoice/marked-lines';
import { invalidField, Refusal } from '../../platform/errors/refusal';
import { assertCaptured, remainingMinor, type PaymentBalance } from '../payment/payment-balance';
import type { PaymentStatus } from '../payment/payment.machine';

/** The payment to refund, as read in the transaction. */
export interface RefundablePayment {
  status: PaymentStatus;
  currency: string;
  balance: PaymentBalance;
  isAllocated: boolean;
}

/** A merchant's refund; omitted fields mean the whole remainder. */
export interface RefundTerms {
  amountMinor?: bigint;
  currency?: string;
  /** The cart that remains after the refund. */
  cart?: readonly CartLine[];
  hasAllocation: boolean;
}

/**
 * Determines the amount of a refund. Checks follow the order of the contract; the ledger checks the shop's balance last.
 * @throws Refusal chargebackInProgress, invalidPaymentStatus, operationNotPermitted, inconsistentRefundCurrency,
 * refundCartConflict, allocationNotPermitted, invoicePaymentAmountExceeded, invalidInvoiceCart, invalidRequest
 */
export function refundAmount(payment: RefundablePayment, request: RefundTerms): bigint {
  const { balance } = payment;
  if (balance.hasPendingChargeback) {
    throw new Refusal('chargebackInProgress', 'payment has a chargeback that is not decided');
  }
  assertCaptured(payment.status);
  if (balance.hasPendingRefund) throw new Refusal('operationNotPermitted', 'payment has a refund under way');
  if (request.currency !== undefined && request.currency !== payment.currency) {
    throw new Refusal('inconsistentRefundCurrency', `payment is in ${payment.currency}, not ${request.currency}`);
  }
  assertConsistent(payment, request);
  const remaining = remainingMinor(balance);
  const { currency } = payment;
  const amountMinor = request.amountMinor ?? remaining;
  if (amountMinor > remaining) {
    const left = formatAmount({ amountMinor: remaining, currency });
    throw new Refusal('invoicePaymentAmountExceeded', `only ${left} are left to refund`);
  }
  if (request.cart) assertRemains(request.cart, { amountMinor: remaining - amountMinor, currency });
  return amountMinor;
}

function assertConsistent(payment: RefundablePayment, request: RefundTerms): void {
  if (request.cart && request.hasAllocation) {
    throw new Refusal('refundCartConflict', 'a refund has either a cart or an allocation');
  }
  if (request.hasAllocation && !payment.isAllocated) {
    throw new Refusal('allocationNotPermitted', 'payment was not distributed between shops');
  }
  if (request.cart && request.amountMinor === undefined) {
    throw invalidField('body.amount', 'is required beside a cart');
  }
}

/** A refund's cart lists what the payer keeps, so it must equal what the refund leaves of the payment. */
function assertRemains(cart: readonly CartLine[], left: Money): void {
  assertMarkedLines(cart, 'body.cart');
  const total = cartTotal(cart);
  if (total !== left.amountMinor) {
    const worth = formatAmount({ ...left, amountMinor: total });
    throw new Refusal('invalidInvoiceCart', `cart is worth ${worth}, but the refund leaves ${formatAmount(left)}`, {
      place: 'body.cart',
    });
  }
}
