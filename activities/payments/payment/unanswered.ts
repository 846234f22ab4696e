import type { RejectionFact } from '../../../connectors/connector-rejection';
import { rejectionAnswer } from '../../../domain/payments/payment/attempt';
import { paymentOperationID } from '../../../domain/payments/payment/operation-id';
import { payerDeadlineMs } from '../../../domain/payments/payment/payer-deadline';
import { isAbandoned, type Payment, type PaymentRef } from '../../../domain/payments/payment/payment';
import { paymentFailure, type PaymentFailurePath } from '../../../domain/payments/payment/payment-failure';
import { failOver } from '../../../store/payments/payment/failover';
import { readAttemptStart } from '../../../store/payments/payment/payment.attempts';
import { recordFailure } from '../../../store/payments/payment/payment.transitions';
import { trackStatement } from '../../../store/operators/recovery/tracked-workflows';
import { unvoidedStart } from '../../../store/operators/reconciliation/late-success';
import type { Clock } from '../../../store/postgres/database-clock';
import type { Store } from '../../../store/store';
import type { VoidResult } from '../../platform/operation/follow-up';
import { EXPIRY_GRACE_MS, retryUntil } from '../../platform/operation/unanswered';
import type { KnownOutcome } from './known-outcome';

/** Failures of payments whose authorisation we ended. */
export const FAILURES = {
  expired: 'authorization_failed:processing_deadline_reached',
  abandoned: 'preauthorization_failed',
  misused: 'authorization_failed:unknown',
  contradicted: 'authorization_failed:operation_blocked',
  unanswered: 'authorization_failed:temporarily_unavailable',
} as const satisfies Record<string, PaymentFailurePath>;

export function getRef({ invoiceID, id, attempt }: Payment): PaymentRef & { attempt: number } {
  return { invoiceID, paymentID: id, attempt };
}

interface Parts {
  store: Store;
  clock: Clock;
}

/** How long the payer still waits for the connector of the current attempt. */
export async function readPayerWaitMs({ store, clock }: Parts, payment: Payment): Promise<number> {
  const { database, accounts } = store;
  const startedAt = await readAttemptStart(database, payment);
  const waitMs = payerDeadlineMs((await accounts.read()).get(payment.connector)?.settings);
  return startedAt.getTime() + waitMs - (await clock()).getTime();
}

/** What ends an unanswered attempt. */
interface AttemptSteps {
  void(): Promise<VoidResult>;
  lookUp(): Promise<KnownOutcome>;
  record(found: KnownOutcome): Promise<Payment>;
}

/**
 * Ends an attempt whose connector gave no answer: only after a confirmed void by name is the next connector asked, because
 * otherwise the first one may have the money.
 * @throws a retryable failure while the payer still waits
 */
export async function endUnanswered(
  parts: Parts,
  payment: Payment,
  { error, ...steps }: AttemptSteps & { error: unknown },
): Promise<Payment> {
  const { store } = parts;
  retryUntil(error, await readPayerWaitMs(parts, payment));
  const voided = await voidOrLookUp(steps);
  if (voided.kind === 'approved' || voided.kind === 'declined') return steps.record(voided);
  const outcome = 'unanswered';
  if (voided.kind !== 'released') return failUnvoided(store, payment, outcome);
  const after = await failOver(store, getRef(payment), { outcome });
  if (after.attempt !== payment.attempt) return after;
  return recordFailure(store, getRef(payment), paymentFailure(FAILURES[outcome]), { outcome });
}

/** A refused void may mean that the payment was just made. */
async function voidOrLookUp(steps: AttemptSteps): Promise<KnownOutcome | { kind: 'released' | 'unconfirmed' }> {
  try {
    const voided = await steps.void();
    return voided.kind === 'released' ? { kind: 'released' } : await steps.lookUp();
  } catch (error) {
    retryUntil(error, 0);
    return { kind: 'unconfirmed' };
  }
}

/** Ends a payment after its deadline and the grace, whatever its connector does. @throws a retryable failure before */
export async function failExpired({ store, clock }: Parts, payment: Payment, error: unknown): Promise<Payment> {
  retryUntil(error, payment.processingDeadline.getTime() + EXPIRY_GRACE_MS - (await clock()).getTime());
  return failUnvoided(store, payment, isAbandoned(payment) ? 'abandoned' : 'expired');
}

/** Fails the payment; a workflow of its own voids what its connector may hold. */
async function failUnvoided(store: Store, payment: Payment, outcome: keyof typeof FAILURES): Promise<Payment> {
  const commands = [unvoidedStart(payment.connector, paymentOperationID(payment, 'authorise'))];
  const writes = [trackStatement(commands)];
  return recordFailure(store, getRef(payment), paymentFailure(FAILURES[outcome]), { outcome, commands, writes });
}

/** Fails a payment whose request was refused by validation: nothing was done. */
export async function failRejected(store: Store, payment: Payment, fact: RejectionFact): Promise<Payment> {
  const attempt = { outcome: 'rejected', answer: rejectionAnswer(fact) } as const;
  return recordFailure(store, getRef(payment), paymentFailure(FAILURES.misused), attempt);
}
