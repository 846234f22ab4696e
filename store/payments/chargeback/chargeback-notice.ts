import { settlementTerms } from '../../../domain/merchants/settlement/settlement-terms';
import { ANSWER_WARNING_DAYS } from '../../../domain/payments/chargeback/answer-deadline';
import type { Chargeback } from '../../../domain/payments/chargeback/chargeback';
import { findClosedReason } from '../../../domain/payments/chargeback/evidence';
import { getContract } from '../../merchants/contract/contract.queries';
import { listContactEmails } from '../../merchants/settlement/contact-emails';
import { getShop } from '../../merchants/shop/shop.queries';
import { selectList } from '../../postgres/columns';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { ANSWER_DEADLINE, CHARGEBACK_COLUMNS } from './chargeback.table';
import { readEvidenceCase } from './evidence.table';

/** What a merchant learns about a stage: that it was opened, and that its deadline ends soon. */
export type ChargebackNoticeKind = 'opened' | 'due';

/** Some days before the deadline, but a day after the stage was opened; in any case before the deadline. */
const REMINDER_TIME = `least(
  greatest(${ANSWER_DEADLINE} - interval '${ANSWER_WARNING_DAYS} days', c.status_changed_at + interval '1 day'),
  ${ANSWER_DEADLINE} - interval '1 hour')`;

const START = statement(
  'chargeback-notice-start',
  `UPDATE chargebacks SET next_notice = 'opened', notice_at = now(), notice_attempts = 0
   WHERE invoice_id = $1 AND payment_id = $2 AND id = $3`,
);

/** Plans the notices of a stage that was opened. */
export async function startNotices(
  database: Database,
  { invoiceID, paymentID, id }: Chargeback,
  tx: Transaction,
): Promise<void> {
  await database.run(START, [invoiceID, paymentID, id], tx);
}

/** One that is being tried reads the deadline itself. One that was missed is planned again. */
const MOVE = statement(
  'chargeback-notice-move',
  `UPDATE chargebacks c SET notice_at = ${REMINDER_TIME}
   WHERE invoice_id = $1 AND payment_id = $2 AND id = $3 AND next_notice = 'due' AND notice_attempts = 0 AND ${ANSWER_DEADLINE} > now()`,
);

/** Plans the reminder of a stage whose deadline may have changed, if it was not sent. */
export async function moveReminder(
  database: Database,
  { invoiceID, paymentID, id }: Chargeback,
  tx: Transaction,
): Promise<void> {
  await database.run(MOVE, [invoiceID, paymentID, id], tx);
}

/** A notice that a worker tries now. */
export interface DueNotice {
  chargeback: Chargeback;
  kind: ChargebackNoticeKind;
  /** The deadline was moved, and the reminder is not due yet. */
  isEarly: boolean;
}

/** The pause before the next try of a notice is set before it is sent, so that no other worker tries it too. */
const CLAIM = statement<Chargeback & Omit<DueNotice, 'chargeback'>>(
  'chargeback-notice-claim',
  `WITH due AS MATERIALIZED (SELECT invoice_id, payment_id, id FROM chargebacks WHERE notice_at <= now() ORDER BY notice_at LIMIT $1
     FOR NO KEY UPDATE SKIP LOCKED)
   UPDATE chargebacks c SET notice_attempts = c.notice_attempts + 1,
     notice_at = now() + interval '5 minutes' * 2 ^ least(c.notice_attempts, 3)
   FROM due WHERE c.invoice_id = due.invoice_id AND c.payment_id = due.payment_id AND c.id = due.id
   RETURNING ${selectList(CHARGEBACK_COLUMNS, 'c')}, coalesce(c.next_notice, 'due') AS kind,
     coalesce(c.next_notice = 'due' AND ${REMINDER_TIME} > now(), false) AS "isEarly"`,
);

/** Notices that are due, for a few minutes in which no other worker gets them. */
export async function claimDueNotices(database: Database, count: number): Promise<DueNotice[]> {
  const rows = await database.run(CLAIM, [count]);
  return rows.map(({ kind, isEarly, ...chargeback }) => ({ chargeback, kind, isEarly }));
}

const END = statement(
  'chargeback-notice-end',
  `UPDATE chargebacks c SET next_notice = $7, notice_at = CASE WHEN $8 THEN ${REMINDER_TIME} END, notice_attempts = 0
   WHERE invoice_id = $1 AND payment_id = $2 AND id = $3 AND round = $4 AND stage = $5 AND next_notice = $6`,
);

/** Plans the reminder after a notice, or no further one. A stage that was opened since keeps its own. */
export async function endNotice(
  database: Database,
  { chargeback, kind }: DueNotice,
  next: 'reminder' | 'reminderIfMoved' | 'none',
): Promise<void> {
  const { invoiceID, paymentID, id, round, stage } = chargeback;
  const key = [invoiceID, paymentID, id, round, stage, kind];
  await database.run(END, [...key, next === 'none' ? null : 'due', next === 'reminder']);
}

const COUNT_REPEATED = statement<{ count: number }>(
  'chargeback-notice-count-repeated',
  'SELECT count(*)::integer AS count FROM chargebacks WHERE notice_at IS NOT NULL AND notice_attempts > 1',
);

/** How many notices were tried before and were not taken. */
export async function countRepeatedNotices(database: Database): Promise<number> {
  const [row] = await database.run(COUNT_REPEATED, []);
  return row?.count ?? 0;
}

/** Where a merchant reads about a stage. */
export interface NoticeContacts {
  timeZone: string;
  emails: readonly string[];
}

/** `notNeeded`: the stage has its documents, or is over. `missed`: its deadline has passed without them. */
export async function findNoticeContacts(
  database: Database,
  { invoiceID, paymentID, id, round, stage, shopID, partyID }: Chargeback,
): Promise<NoticeContacts | 'notNeeded' | 'missed'> {
  const found = await readEvidenceCase(database, { invoiceID, paymentID, chargebackID: id });
  if (found.round !== round || found.stage !== stage || findClosedReason({ ...found, isOverdue: false }) !== undefined)
    return 'notNeeded';
  if (found.isOverdue) return 'missed';
  const { terms, contractID } = await getShop(database, shopID);
  const { contractor } = await getContract(database, { contractID, partyID });
  const emails = listContactEmails([contractor], [terms.settlement]);
  return { timeZone: settlementTerms(terms).timeZone, emails };
}
