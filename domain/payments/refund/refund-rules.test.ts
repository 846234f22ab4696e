import type { CartLine } from '../invoice/cart';
import type { PaymentBalance } from '../payment/payment-balance';
import { refundAmount, type RefundablePayment, type RefundTerms } from './refund-rules';

const balance: PaymentBalance = {
  capturedMinor: 10_000n,
  refundedMinor: 2_000n,
  chargedBackMinor: 1_000n,
  hasPendingRefund: false,
  hasPendingChargeback: false,
};
const payment: RefundablePayment = { status: 'captured', currency: 'RUB', balance, isAllocated: false };
const cart = (priceMinor: bigint): CartLine[] => [{ product: 'Book', quantity: 2n, priceMinor }];

test.each<[string, RefundTerms, bigint]>([
  ['the remainder without an amount', { hasAllocation: false }, 7_000n],
  ['the remainder', { amountMinor: 7_000n, currency: 'RUB', hasAllocation: false }, 7_000n],
  ['a part of it', { amountMinor: 1n, hasAllocation: false }, 1n],
  ['what the remaining cart leaves', { amountMinor: 3_000n, cart: cart(2_000n), hasAllocation: false }, 3_000n],
])('a refund gives back %s', (_, terms, expected) => {
  expect(refundAmount(payment, terms)).toBe(expected);
});

test('a distributed payment is refunded with an allocation', () => {
  expect(refundAmount({ ...payment, isAllocated: true }, { amountMinor: 5n, hasAllocation: true })).toBe(5n);
});

test.each<[string, Partial<RefundablePayment>, Partial<RefundTerms>, object]>([
  [
    'with an undecided chargeback',
    { status: 'pending', balance: { ...balance, hasPendingChargeback: true } },
    {},
    { code: 'chargebackInProgress', message: 'payment has a chargeback that is not decided' },
  ],
  [
    'that is not captured',
    { status: 'processed', balance: { ...balance, hasPendingRefund: true } },
    {},
    { code: 'invalidPaymentStatus', message: 'payment is processed, not captured' },
  ],
  [
    'with a refund under way',
    { balance: { ...balance, hasPendingRefund: true } },
    { currency: 'USD' },
    { code: 'operationNotPermitted', message: 'payment has a refund under way' },
  ],
  [
    'in another currency',
    {},
    { currency: 'USD' },
    { code: 'inconsistentRefundCurrency', message: 'payment is in RUB, not USD' },
  ],
  [
    'with a cart and an allocation',
    { isAllocated: true },
    { cart: cart(1n), hasAllocation: true },
    { code: 'refundCartConflict', message: 'a refund has either a cart or an allocation' },
  ],
  [
    'with an allocation although it was not distributed',
    {},
    { hasAllocation: true },
    { code: 'allocationNotPermitted', message: 'payment was not distributed between shops' },
  ],
  [
    'with a cart but no amount',
    {},
    { cart: cart(1n) },
    { code: 'invalidRequest', message: 'body.amount: is required beside a cart', place: 'body.amount' },
  ],
  [
    'by more than remains',
    {},
    { amountMinor: 7_001n },
    { code: 'invoicePaymentAmountExceeded', message: 'only 70.00 RUB are left to refund' },
  ],
  [
    'with a cart of another worth',
    {},
    { amountMinor: 3_000n, cart: cart(1_999n) },
    {
      code: 'invalidInvoiceCart',
      message: 'cart is worth 39.98 RUB, but the refund leaves 40.00 RUB',
      place: 'body.cart',
    },
  ],
])('a payment %s is not refunded', (_, changed, terms, refusal) => {
  expect(() => refundAmount({ ...payment, ...changed }, { hasAllocation: false, ...terms })).toThrow(
    expect.objectContaining(refusal),
  );
});
