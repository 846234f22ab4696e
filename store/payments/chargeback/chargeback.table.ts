import { ANSWER_DAYS } from '../../../domain/payments/chargeback/answer-deadline';
import type { Chargeback } from '../../../domain/payments/chargeback/chargeback';
import { assignments, columnsOf, insertText, selectList, toValues, words } from '../../postgres/columns';
import { findBy, lockByID } from '../../postgres/readers';
import { statement, type Database, type Transaction } from '../../postgres/database';

export const CHARGEBACK_COLUMNS = columnsOf<Chargeback>()([
  'invoiceID paymentID id partyID shopID createdAt bodyMinor levyMinor currency reasonCode parts stage status',
  'statusChangedAt round creationIdempotencyKey lastIdempotencyKey disputeAccount disputeReference',
  'disputeStatedAt answerDueAt',
]);

/** Until when the dispute of a row `c` has to be answered: as the connector states, or by the days of its stage, which all have. */
export const ANSWER_DEADLINE = `coalesce(c.answer_due_at, c.status_changed_at + CASE c.stage ${Object.entries(
  ANSWER_DAYS,
)
  .map(([stage, days]) => `WHEN '${stage}' THEN interval '${days} days'`)
  .join(' ')} END, c.status_changed_at)`;

const CHANGING = words(
  'bodyMinor levyMinor parts stage status statusChangedAt round lastIdempotencyKey disputeStatedAt answerDueAt',
  'reasonCode',
);

const INSERT = statement('chargeback-insert', insertText('chargebacks', CHARGEBACK_COLUMNS));

export async function insertChargeback(database: Database, chargeback: Chargeback, tx: Transaction): Promise<void> {
  await database.run(INSERT, toValues(chargeback, CHARGEBACK_COLUMNS), tx);
}

const UPDATE = statement(
  'chargeback-update',
  `UPDATE chargebacks SET ${assignments(CHARGEBACK_COLUMNS, CHANGING, 4)}
   WHERE invoice_id = $1 AND payment_id = $2 AND id = $3`,
);

/** Requires the lock of its invoice's row. */
export async function saveChargeback(database: Database, chargeback: Chargeback, tx: Transaction): Promise<void> {
  const { invoiceID, paymentID, id } = chargeback;
  await database.run(UPDATE, [invoiceID, paymentID, id, ...toValues(chargeback, CHARGEBACK_COLUMNS, CHANGING)], tx);
}

const READ = statement<Chargeback>(
  'chargeback-read',
  `SELECT ${selectList(CHARGEBACK_COLUMNS, 'c')} FROM chargebacks c
   WHERE invoice_id = $1 AND payment_id = $2 AND id = $3`,
);

/** Reads a chargeback of any party: not for callers. */
export const readChargeback = findBy(READ, 'invoiceID', 'paymentID', 'chargebackID');

const FIND_BY_DISPUTE = statement<Chargeback>(
  'chargeback-find-dispute',
  `SELECT ${selectList(CHARGEBACK_COLUMNS, 'c')} FROM chargebacks c WHERE dispute_account = $1 AND dispute_reference = $2`,
);

/** The chargeback that a dispute of a connector account has opened. */
export async function findChargebackOfDispute(
  database: Database,
  { account, disputeReference }: { account: string; disputeReference: string },
  tx: Transaction,
): Promise<Chargeback | undefined> {
  const [chargeback] = await database.run(FIND_BY_DISPUTE, [account, disputeReference], tx);
  return chargeback;
}

const FIND_BY_CREATION = statement<Chargeback>(
  'chargeback-find-creation',
  `SELECT ${selectList(CHARGEBACK_COLUMNS, 'c')} FROM chargebacks c WHERE creation_idempotency_key = $1`,
);

export const findChargebackByCreation = lockByID(FIND_BY_CREATION);
