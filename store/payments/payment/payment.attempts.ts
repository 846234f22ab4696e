import {
  firstReason,
  type AttemptOutcome,
  type AttemptReason,
  type PaymentAttempt,
  type FailoverOutcome,
} from '../../../domain/payments/payment/attempt';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { paymentOperationID } from '../../../domain/payments/payment/operation-id';
import { readOperationName } from '../../../domain/operators/reconciliation/operation-name';
import type { Payment, PaymentRef } from '../../../domain/payments/payment/payment';
import { statement, type BoundStatement, type Database, type Transaction } from '../../postgres/database';
import { findPayment } from './payment.queries';
import { attemptEndText } from './payment.table';

export type AttemptSource = Pick<Payment, 'invoiceID' | 'id' | 'attempt' | 'connector' | 'createdAt' | 'payer'>;

export interface AttemptEnd {
  outcome: AttemptOutcome;
  answer?: string | undefined;
}

export type FailoverEnd = AttemptEnd & { outcome: FailoverOutcome };

const MAX_ANSWER_LENGTH = 300;

const END = statement('attempt-end', attemptEndText(1));

/** Records the end of the current attempt. */
export function attemptEnd(payment: AttemptSource, end: AttemptEnd, now: Date): BoundStatement {
  return { ...END, values: attemptEndValues(payment, end, now) };
}

/** The values of `attemptEndText`. */
export function attemptEndValues(payment: AttemptSource, { outcome, answer }: AttemptEnd, now: Date): unknown[] {
  return [...attemptValues(payment), outcome, answer?.slice(0, MAX_ANSWER_LENGTH) ?? null, rfc3339Text(now)];
}

const START = statement(
  'attempt-start',
  `INSERT INTO payment_attempts (invoice_id, payment_id, number, connector, operation_id, reason, started_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
);

export function attemptStart(
  payment: AttemptSource,
  { reason, now }: { reason: AttemptReason; now: Date },
): BoundStatement {
  return { ...START, values: attemptValues(payment, { reason, now }) };
}

const RECORD_DISPATCH = statement<{ dispatchCount: number }>(
  'attempt-record-dispatch',
  `INSERT INTO payment_attempts AS a
     (invoice_id, payment_id, number, connector, operation_id, reason, started_at, dispatch_count)
   SELECT $1, $2, $3, $4, $5, $6, $7, 1
   FROM payments WHERE invoice_id = $1 AND id = $2 AND attempt = $3 AND status = 'pending'
   ON CONFLICT (invoice_id, payment_id, number) DO UPDATE SET dispatch_count = a.dispatch_count + 1
     WHERE a.ended_at IS NULL
   RETURNING dispatch_count AS "dispatchCount"`,
);

/** Records a request that is about to be sent. @returns how often it may have been sent; undefined if the attempt is over */
export async function recordDispatch(database: Database, payment: AttemptSource): Promise<number | undefined> {
  const [row] = await database.run(RECORD_DISPATCH, attemptValues(payment));
  return row?.dispatchCount;
}

const STARTED_AT = statement<{ startedAt: Date }>(
  'attempt-started-at',
  `SELECT started_at AS "startedAt" FROM payment_attempts WHERE invoice_id = $1 AND payment_id = $2 AND number = $3`,
);

/** When the current attempt began; the first one began with the payment. */
export async function readAttemptStart(
  database: Database,
  { invoiceID, id, attempt, createdAt }: AttemptSource,
): Promise<Date> {
  if (attempt === 1) return createdAt;
  const [row] = await database.run(STARTED_AT, [invoiceID, id, attempt]);
  return row?.startedAt ?? createdAt;
}

const LOCK_DISPATCH_COUNT = statement<{ dispatchCount: number }>(
  'attempt-dispatch-count',
  `SELECT dispatch_count AS "dispatchCount" FROM payment_attempts
   WHERE invoice_id = $1 AND payment_id = $2 AND number = $3 AND ended_at IS NULL FOR UPDATE`,
);

/** How often the request of the current attempt may have been sent; blocks resending until the transaction ends. */
export async function lockDispatchCount(database: Database, payment: AttemptSource, tx: Transaction): Promise<number> {
  const key = [payment.invoiceID, payment.id, payment.attempt];
  const [row] = await database.run(LOCK_DISPATCH_COUNT, key, tx);
  return row?.dispatchCount ?? 0;
}

function attemptValues(
  payment: AttemptSource,
  { reason, now }: { reason: AttemptReason; now: Date } = {
    reason: firstReason(payment.payer),
    now: payment.createdAt,
  },
): unknown[] {
  const { invoiceID, id, attempt, connector } = payment;
  return [invoiceID, id, attempt, connector, paymentOperationID(payment, 'authorise'), reason, rfc3339Text(now)];
}

const LIST = statement<PaymentAttempt>(
  'attempt-list',
  `SELECT number, connector, operation_id AS "operationID", reason, outcome, answer, started_at AS "startedAt",
     ended_at AS "endedAt"
   FROM payment_attempts WHERE invoice_id = $1 AND payment_id = $2 ORDER BY number`,
);

const ATTEMPT_ACCOUNT = statement<{ connector: string }>(
  'attempt-account',
  `SELECT connector FROM payment_attempts WHERE invoice_id = $1 AND payment_id = $2 AND number = $3`,
);

/** Whether an attempt of a payment was made with an account; true for other operations and for unrecorded attempts. */
export async function isOfAccount(
  database: Database,
  { account, operationID }: { account: string; operationID: string },
): Promise<boolean> {
  const name = readOperationName(operationID);
  if (name?.entity !== 'payment') return true;
  const [attempt] = await database.run(ATTEMPT_ACCOUNT, [name.invoiceID, name.paymentID, name.attempt]);
  return attempt === undefined || attempt.connector === account;
}

/** The attempts of a payment in order, including the current one. @throws Refusal notFound */
export async function listPaymentAttempts(database: Database, ref: PaymentRef): Promise<PaymentAttempt[]> {
  const payment = await findPayment(database, ref);
  const attempts = await database.run(LIST, [ref.invoiceID, ref.paymentID]);
  const isWritten = payment.status !== 'pending' || attempts.some(({ number }) => number === payment.attempt);
  return isWritten ? attempts : [...attempts, buildCurrentAttempt(payment)];
}

/** A single attempt is recorded only when it ends. */
function buildCurrentAttempt(payment: Payment): PaymentAttempt {
  return {
    number: payment.attempt,
    connector: payment.connector,
    operationID: paymentOperationID(payment, 'authorise'),
    reason: firstReason(payment.payer),
    outcome: null,
    answer: null,
    startedAt: payment.createdAt,
    endedAt: null,
  };
}
