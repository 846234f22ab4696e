import type { Transaction } from '../../postgres/database';
import type { AllocationRequest } from '../../../domain/payments/allocation/allocation';
import { assertAllocationFits, recordAllocation } from '../../../domain/payments/allocation/recorded-allocation';
import type { RecordedCartLine } from '../../../domain/payments/invoice/cart';
import {
  assertUndecidedHold,
  captureAmount,
  decideExpiredHold,
  isExpiredHold,
  type HoldCapture,
} from '../../../domain/payments/payment/hold-rules';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { HoldState, Payment, PaymentRef, PaymentTarget } from '../../../domain/payments/payment/payment';
import { signals } from '../../../workflow-names/workflow-messages';
import type { Command } from '../../change-log';
import { assertAllocationPermitted } from '../../merchants/shop/allocation-targets';
import { readShopOfInvoice, type ShopOfInvoice } from '../../merchants/shop/shop-of-invoice';
import type { ShopRow } from '../../merchants/shop/shop.queries';
import type { Store } from '../../store';
import { changePaymentOn } from './payment.change';
import { asRestart } from '../../operators/recovery/restarts';
import { paymentWorkflow } from './payment.start';
import { findPayment } from './payment.queries';

export interface HoldRequest extends PaymentRef {
  partyID: string;
  reason: string;
}

export interface CapturedBasket {
  cart?: RecordedCartLine[];
  allocation?: readonly AllocationRequest[];
}

/**
 * Decides finally to capture a hold; the payment's workflow then calls the connector.
 * @throws Refusal notFound, invalidPaymentStatus, operationNotPermitted, inconsistentCaptureCurrency,
 * amountExceededCaptureBalance, invalidAllocation, allocationNotPermitted, invalidPartyStatus, invalidShopStatus
 */
export async function requestCapture(
  store: Store,
  request: HoldRequest,
  capture: HoldCapture,
  basket: CapturedBasket = {},
): Promise<void> {
  const permit = (found: ShopOfInvoice): ShopRow => found.operable();
  await decideHold(store, { ...request, permit }, async (payment, shop, tx) => {
    assertUndecidedHold(toHoldState(payment));
    const amountMinor = captureAmount(toHoldState(payment), capture);
    const captured = { amountMinor, currency: payment.currency };
    const { allocation = [] } = basket;
    if (basket.allocation) await assertAllocationPermitted(store.database, { shop, allocation }, tx);
    else if (payment.allocation) assertAllocationFits(payment.allocation, captured);
    return {
      ...withTarget(payment, 'capture', request.reason),
      captureAmountMinor: amountMinor,
      cart: basket.cart ?? payment.cart,
      allocation: basket.allocation
        ? recordAllocation(allocation, { payment: captured, shopID: payment.shopID })
        : payment.allocation,
    };
  });
}

/** Decides to release a hold, also of a blocked shop. @throws Refusal as `requestCapture`, except about amounts */
export async function requestCancel(store: Store, request: HoldRequest): Promise<void> {
  const permit = (found: ShopOfInvoice): ShopRow => found.notSuspended();
  await decideHold(store, { ...request, permit }, (payment) => {
    assertUndecidedHold(toHoldState(payment));
    return withTarget(payment, 'cancel', request.reason);
  });
}

/** Takes the final decision about a hold. `decide` returns undefined if it was already taken. @throws as `requestCapture` */
export async function decideHold(
  store: Store,
  request: PaymentRef & { partyID?: string; permit: (found: ShopOfInvoice) => ShopRow },
  decide: (payment: Payment, shop: ShopRow, tx: Transaction) => Promise<Payment> | Payment | undefined,
): Promise<void> {
  await changePaymentOn(
    store,
    request,
    { read: async (tx) => readShopOfInvoice(store.database, request.invoiceID, tx), partyID: request.partyID },
    async ({ payment }, tx, _now, found) => {
      const decided = await decide(payment, request.permit(found), tx);
      return decided && { payment: decided, commands: [buildHoldDecided(payment)] };
    },
  );
}

/** Decides a hold that expired by `asOf` as the payment says; a blocked shop's hold is released. Idempotent. */
export async function expireHold(store: Store, ref: PaymentRef, asOf: Date): Promise<Payment> {
  // Checks without a lock first, because most holds are decided before they expire.
  const snapshot = await findPayment(store.database, ref);
  if (!isExpiredHold(toHoldState(snapshot), asOf)) return snapshot;
  const read = async (tx: Transaction): Promise<ShopOfInvoice> => readShopOfInvoice(store.database, ref.invoiceID, tx);
  const { payment } = await changePaymentOn(store, ref, { read }, ({ payment: current }, _tx, _now, shop) => {
    if (!isExpiredHold(toHoldState(current), asOf)) return undefined;
    const { target, reason } = decideExpiredHold(current, shop);
    return { payment: withTarget(current, target, reason) };
  });
  return payment;
}

export function withTarget(payment: Payment, target: PaymentTarget, reason: string): Payment {
  return { ...payment, target, targetReason: reason };
}

export function toHoldState(payment: Payment): HoldState {
  return {
    status: payment.status,
    flow: payment.flow,
    target: payment.target ?? undefined,
    heldUntil: payment.heldUntil ?? undefined,
    authorised: { amountMinor: payment.authorisedAmountMinor, currency: payment.currency },
  };
}

/** Wakes the workflow, which is delayed until the end of the hold: only a signal with a start does. */
export function buildHoldDecided(payment: Payment): Command {
  return {
    ...asRestart(paymentWorkflow(payment)),
    kind: 'signalWithStart',
    mayRunAgain: false,
    signal: signals.holdDecided,
    signalArgs: [],
    ...(payment.heldUntil && { tryBefore: rfc3339Text(payment.heldUntil) }),
  };
}
