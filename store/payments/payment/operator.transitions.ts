import { Refusal } from '../../../domain/platform/errors/refusal';
import { assertUndecidedHold, captureAmount } from '../../../domain/payments/payment/hold-rules';
import { assertAllocationFits } from '../../../domain/payments/allocation/recorded-allocation';
import type { Payment, PaymentRef, PaymentTarget } from '../../../domain/payments/payment/payment';
import type { PaymentStatus } from '../../../domain/payments/payment/payment.machine';
import { withReason, type OperatorStore } from '../../platform/audit/origin';
import type { ShopOfInvoice } from '../../merchants/shop/shop-of-invoice';
import type { ShopRow } from '../../merchants/shop/shop.queries';
import type { Store } from '../../store';
import { decideHold, toHoldState, withTarget } from './hold.transitions';
import { findPayment } from './payment.queries';

export interface HoldDecision extends PaymentRef {
  /** Kept in the payment and in the audit log. */
  reason: string;
}

/** What became of an operator's decision about a hold; its payment's workflow carries it out. */
export interface DecidedHold extends PaymentRef {
  target: PaymentTarget | null;
  /** The amount to capture, in minor units. */
  amountMinor: bigint;
  currency: string;
  status: PaymentStatus;
  /** False if the same decision was taken before. */
  isChanged: boolean;
}

/** An operator acts for a shop that is blocked or suspended, too. */
const permit = (found: ShopOfInvoice): ShopRow => found.existing();

/**
 * An operator decides to capture a hold, in whole by default. Idempotent by amount and reason.
 * @throws Refusal notFound, invalidPaymentStatus, operationNotPermitted, inconsistentCaptureCurrency,
 * amountExceededCaptureBalance, invalidAllocation
 */
export async function capturePayment(
  store: OperatorStore<Store>,
  { amountMinor, currency, ...decision }: HoldDecision & { amountMinor?: bigint; currency?: string },
): Promise<DecidedHold> {
  return decide(store, decision, (payment) => {
    const amount = { ...(amountMinor === undefined ? {} : { amountMinor }), ...(currency ? { currency } : {}) };
    const captureAmountMinor = captureAmount(toHoldState(payment), amount);
    if (captureAmountMinor <= 0n) throw new Refusal('operationNotPermitted', 'amount must be above zero');
    if (payment.allocation) {
      assertAllocationFits(payment.allocation, { amountMinor: captureAmountMinor, currency: payment.currency });
    }
    return { ...withTarget(payment, 'capture', decision.reason), captureAmountMinor };
  });
}

/** An operator decides to release a hold. Idempotent by reason. @throws Refusal notFound, invalidPaymentStatus, operationNotPermitted */
export async function cancelPayment(store: OperatorStore<Store>, decision: HoldDecision): Promise<DecidedHold> {
  return decide(store, decision, (payment) => withTarget(payment, 'cancel', decision.reason));
}

async function decide(
  store: OperatorStore<Store>,
  { reason, ...ref }: HoldDecision,
  getDecided: (payment: Payment) => Payment,
): Promise<DecidedHold> {
  let isChanged = false;
  await decideHold(withReason(store, reason), { ...ref, permit }, (payment) => {
    isChanged = false;
    const decided = getDecided(payment);
    if (isSameDecision(payment, decided)) return undefined;
    assertUndecidedHold(toHoldState(payment));
    isChanged = true;
    return decided;
  });
  const payment = await findPayment(store.database, ref);
  const { target, currency, status, captureAmountMinor, authorisedAmountMinor } = payment;
  return { ...ref, target, currency, status, amountMinor: captureAmountMinor ?? authorisedAmountMinor, isChanged };
}

/** Whether a repeated command finds its own decision. */
function isSameDecision(payment: Payment, decided: Payment): boolean {
  return (['target', 'targetReason', 'captureAmountMinor'] as const).every(
    (field) => payment[field] === decided[field],
  );
}
