import { Refusal } from '../../platform/errors/refusal';
import { assertCaptured, remainingMinor, type PaymentBalance } from '../payment/payment-balance';
import type { PaymentStatus } from '../payment/payment.machine';
import {
  CHARGEBACK_STAGES,
  chargebackMachine,
  type ChargebackAction,
  type ChargebackStage,
} from './chargeback.machine';
import { findTransition } from '../../platform/machine/machine';
import type { Chargeback } from './chargeback';

/** A claim over more than is left of its payment. */
export class ClaimTooLarge extends Refusal {
  constructor(readonly leftMinor: bigint) {
    super('invoicePaymentAmountExceeded', `only ${leftMinor} minor units are left to charge back`);
  }
}

/**
 * Checks that a payment can be charged back now.
 * @throws Refusal chargebackInProgress, invalidPaymentStatus, invoicePaymentAmountExceeded
 */
export function assertChargeable(payment: { status: PaymentStatus; balance: PaymentBalance }, bodyMinor: bigint): void {
  if (payment.balance.hasPendingChargeback) throw inProgress();
  assertCaptured(payment.status);
  assertWithin(bodyMinor, remainingMinor(payment.balance));
}

/**
 * Returns the stage of a reopened chargeback: the next one, or a named later one.
 * @throws Refusal chargebackInProgress, invalidChargebackStatus, invoicePaymentAmountExceeded
 */
export function reopenedStage(
  chargeback: Chargeback,
  { balance, stage, bodyMinor }: { balance: PaymentBalance; stage?: ChargebackStage; bodyMinor: bigint },
): ChargebackStage {
  if (balance.hasPendingChargeback) throw inProgress();
  const stageIndex = CHARGEBACK_STAGES.indexOf(chargeback.stage);
  const next = CHARGEBACK_STAGES[stageIndex + 1];
  if (!next) throw new Refusal('invalidChargebackStatus', 'arbitration is the last stage');
  if (stage && CHARGEBACK_STAGES.indexOf(stage) <= stageIndex) {
    throw new Refusal('invalidChargebackStatus', `${stage} does not follow ${chargeback.stage}`);
  }
  const ownMinor = chargeback.status === 'accepted' ? chargeback.bodyMinor : 0n;
  assertWithin(bodyMinor, remainingMinor(balance) + ownMinor);
  return stage ?? next;
}

/** @throws Refusal invalidChargebackStatus if the lifecycle has no such transition */
export function transitionChargeback(chargeback: Chargeback, action: ChargebackAction, now: Date): Chargeback {
  const transition = findTransition(chargebackMachine, chargeback.status, action);
  if (!transition) throw new Refusal('invalidChargebackStatus', `chargeback is ${chargeback.status}`);
  return { ...chargeback, status: transition.to, statusChangedAt: now };
}

function inProgress(): Refusal {
  return new Refusal('chargebackInProgress', 'payment has a chargeback that is not decided');
}

function assertWithin(bodyMinor: bigint, leftMinor: bigint): void {
  if (bodyMinor > leftMinor) throw new ClaimTooLarge(leftMinor);
}
