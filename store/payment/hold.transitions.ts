import type { Transaction } from '../database';
import type { AllocationRequest } from '../../domain/allocation/allocation';
import { assertAllocationFits, recordAllocation } from '../../domain/allocation/recorded-allocation';
import type { RecordedCartLine } from '../../domain/invoice/cart';
import {
  assertUndecidedHold,
  captureAmount,
  decideExpiredHold,
  isExpiredHold,
  type CaptureRequest,
} from '../../domain/payment/hold-rules';
import type { HoldState, Payment, PaymentRef, PaymentTarget } from '../../domain/payment/payment';
import { workflowIDs } from '../../domain/workflow-ids';
import { signals } from '../../domain/workflow-messages';
import type { Command } from '../change-log';
import { assertAllocationPermitted } from '../shop/allocation-targets';
import { shopOfInvoice, type ShopOfInvoice } from '../shop/shop-of-invoice';
import type { Shop } from '../shop/shop.queries';
import type { Store } from '../store';
import { changePaymentOn } from './payment.change';
import { findPayment } from './payment.queries';

/** Who asks to decide a hold, and why. */
export interface HoldRequest extends PaymentRef {
  partyID: string;
  reason: string;
}

/** What a capture may change of the payment, besides its amount. */
export interface CapturedBasket {
  cart?: RecordedCartLine[];
  allocation?: readonly AllocationRequest[];
}

/**
 * Decides to capture a hold: from here on nobody else can decide. The connector is asked by the payment's workflow.
 * @throws Refusal notFound, invalidPaymentStatus, operationNotPermitted, inconsistentCaptureCurrency,
 * amountExceededCaptureBalance, invalidAllocation, allocationNotPermitted, invalidPartyStatus, invalidShopStatus
 */
export async function requestCapture(
  store: Store,
  request: HoldRequest,
  capture: CaptureRequest,
  basket: CapturedBasket = {},
): Promise<void> {
  const permit = (found: ShopOfInvoice): Shop => found.operable();
  await decideHold(store, { ...request, permit }, async (payment, shop, tx) => {
    const amountMinor = captureAmount(holdState(payment), capture);
    const captured = { amountMinor, currency: payment.currency };
    const { allocation = [] } = basket;
    if (basket.allocation) await assertAllocationPermitted(store.database, { shop, allocation }, tx);
    else if (payment.allocation) assertAllocationFits(payment.allocation, captured);
    return {
      ...decided(payment, 'capture', request.reason),
      captureAmountMinor: amountMinor,
      cart: basket.cart ?? payment.cart,
      allocation: basket.allocation
        ? recordAllocation(allocation, { payment: captured, shopID: payment.shopID })
        : payment.allocation,
    };
  });
}

/** Decides to give a hold back, also of a blocked shop. @throws Refusal as `requestCapture`, save for what is about amounts */
export async function requestCancel(store: Store, request: HoldRequest): Promise<void> {
  const permit = (found: ShopOfInvoice): Shop => found.notSuspended();
  await decideHold(store, { ...request, permit }, (payment) => decided(payment, 'cancel', request.reason));
}

async function decideHold(
  store: Store,
  request: HoldRequest & { permit: (found: ShopOfInvoice) => Shop },
  decide: (payment: Payment, shop: Shop, tx: Transaction) => Promise<Payment> | Payment,
): Promise<void> {
  await changePaymentOn(
    store,
    request,
    async (tx) => shopOfInvoice(store.database, request.invoiceID, tx),
    async ({ payment }, tx, _now, found) => {
      const shop = request.permit(found);
      assertUndecidedHold(holdState(payment));
      return { payment: await decide(payment, shop, tx), commands: [holdDecided(payment)] };
    },
    request.partyID,
  );
}

/**
 * Decides a hold that has run out of time by `asOf` as the payment says, unless it is decided already; the hold of a blocked shop
 * is given back. Idempotent.
 */
export async function expireHold(store: Store, ref: PaymentRef, asOf: Date): Promise<Payment> {
  // A hold that was decided stays so, and most are before they expire: a look is cheaper than a lock.
  const seen = await findPayment(store.database, ref);
  if (!isExpiredHold(holdState(seen), asOf)) return seen;
  const readShop = async (tx: Transaction): Promise<ShopOfInvoice> => shopOfInvoice(store.database, ref.invoiceID, tx);
  const { payment } = await changePaymentOn(store, ref, readShop, ({ payment: current }, _tx, _now, shop) => {
    if (!isExpiredHold(holdState(current), asOf)) return undefined;
    const { target, reason } = decideExpiredHold(current, shop);
    return { payment: decided(current, target, reason) };
  });
  return payment;
}

function decided(payment: Payment, target: PaymentTarget, reason: string): Payment {
  return { ...payment, target, targetReason: reason };
}

function holdState(payment: Payment): HoldState {
  return {
    status: payment.status,
    flow: payment.flow,
    target: payment.target ?? undefined,
    heldUntil: payment.heldUntil ?? undefined,
    authorised: { amountMinor: payment.authorisedAmountMinor, currency: payment.currency },
  };
}

function holdDecided({ invoiceID, id }: Payment): Command {
  return { kind: 'signal', workflowID: workflowIDs.payment(invoiceID, id), signal: signals.holdDecided, args: [] };
}
