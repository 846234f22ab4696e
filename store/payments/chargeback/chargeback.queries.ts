import { ANSWER_WARNING_DAYS } from '../../../domain/payments/chargeback/answer-deadline';
import { notFound } from '../../../domain/platform/errors/refusal';
import type { Chargeback, ChargebackRef } from '../../../domain/payments/chargeback/chargeback';
import { selectList } from '../../postgres/columns';
import { statement, type Database } from '../../postgres/database';
import { getPayment } from '../payment/payment.queries';
import { ANSWER_DEADLINE, CHARGEBACK_COLUMNS, readChargeback } from './chargeback.table';

/** A party's own chargeback. @throws Refusal notFound */
export async function getChargeback(
  database: Database,
  { partyID, ...ref }: ChargebackRef & { partyID: string },
): Promise<Chargeback> {
  const chargeback = await readChargeback(database, ref);
  if (chargeback?.partyID !== partyID) throw notFound('Chargeback');
  return chargeback;
}

const LIST = statement<Chargeback>(
  'chargeback-list',
  `SELECT ${selectList(CHARGEBACK_COLUMNS, 'c')} FROM chargebacks c
   WHERE invoice_id = $1 AND payment_id = $2 ORDER BY length(id), id`,
);

/** A payment's chargebacks, oldest first. @throws Refusal notFound if the payment is not the party's */
export async function listChargebacks(
  database: Database,
  payment: { invoiceID: string; paymentID: string; partyID: string },
): Promise<Chargeback[]> {
  await getPayment(database, payment);
  return database.run(LIST, [payment.invoiceID, payment.paymentID]);
}

const COUNT_DUE = statement<{ count: number }>(
  'chargeback-count-due',
  `SELECT count(*)::integer AS count FROM chargebacks c
   WHERE c.status = 'pending' AND ${ANSWER_DEADLINE} > now()
     AND ${ANSWER_DEADLINE} <= now() + interval '${ANSWER_WARNING_DAYS} days'
     AND (NOT EXISTS (SELECT FROM chargeback_evidence e WHERE e.sent_at IS NOT NULL
         AND (e.invoice_id, e.payment_id, e.chargeback_id, e.round, e.stage) = (c.invoice_id, c.payment_id, c.id, c.round, c.stage))
       OR EXISTS (SELECT FROM tracked_workflows t WHERE t.command ->> 'workflowType' = 'disputeAnswer'
         AND t.command #> '{args,0}' @> jsonb_build_object(
         'invoiceID', c.invoice_id, 'paymentID', c.payment_id, 'chargebackID', c.id, 'round', c.round, 'stage', c.stage)))`,
);

/** How many chargebacks have to be answered soon, and have no sent documents, or an answer that the acquirer has not taken. */
export async function countDueChargebacks(database: Database): Promise<number> {
  const [row] = await database.run(COUNT_DUE, []);
  return row?.count ?? 0;
}
