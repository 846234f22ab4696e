import type { TimelineDispute } from '../../../domain/operators/timeline/timeline';
import type { ChargebackStage } from '../../../domain/payments/chargeback/chargeback.machine';
import type { DisputeNotice, NoticeState } from '../../../domain/payments/dispute/dispute';
import type { DisputeProblem } from '../../../domain/payments/dispute/dispute-problem';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { workflowTypes } from '../../../workflow-names/workflow-messages';
import type { StartCommand } from '../../change-log';
import { newId } from '../../id';
import { appendCommands } from '../../platform/outbox/outbox';
import type { PaymentRef } from '../../../domain/payments/payment/payment';
import { lookup, statement, type Database, type Transaction } from '../../postgres/database';
import { findByID, listBy } from '../../postgres/readers';
import { parseWorkflowId, recoverable, type RecoverableEntity } from '../../operators/recovery/recoverable-entity';
import type { Store } from '../../store';

/** A stored statement. */
export interface RecordedNotice {
  id: string;
  account: string;
  disputeReference: string;
  event: DisputeNotice['event'];
  stage: ChargebackStage | null;
  operationID: string;
  amountMinor: bigint | null;
  currency: string | null;
  levyMinor: bigint | null;
  reasonCode: string | null;
  answerDueAt: Date | null;
  statedAt: Date;
  receivedAt: Date;
  state: NoticeState;
}

const COLUMNS = `n.id, n.account, n.dispute_reference AS "disputeReference", n.event, n.stage, n.operation_id AS "operationID",
  n.amount AS "amountMinor", n.currency, n.levy AS "levyMinor", n.reason_code AS "reasonCode", n.answer_due_at AS "answerDueAt",
  n.stated_at AS "statedAt", n.received_at AS "receivedAt", n.state`;

const RECORD = statement<{ id: string }>(
  'dispute-notices-record',
  `INSERT INTO dispute_notices (id, account, notice_id, dispute_reference, event, stage, operation_id, amount, currency, levy,
     reason_code, category, answer_due_at, stated_at)
   SELECT g.id, $1, g.notice_id, g.dispute_reference, g.event, g.stage, g.operation_id, g.amount, g.currency, g.levy,
     g.reason_code, g.category, g.answer_due_at, g.stated_at
   FROM jsonb_to_recordset($2::jsonb) AS g (id text, notice_id text, dispute_reference text, event text, stage text,
     operation_id text, amount bigint, currency text, levy bigint, reason_code text, category text, answer_due_at timestamptz,
     stated_at timestamptz)
   ORDER BY g.notice_id ON CONFLICT (account, notice_id) DO NOTHING RETURNING id`,
);

/** Keeps statements about disputes and starts their workflows; repeated statements have no effect. */
export async function recordDisputes(store: Store, account: string, notices: readonly DisputeNotice[]): Promise<void> {
  if (notices.length === 0) return;
  const rows = JSON.stringify(notices.map(toRow));
  const recorded = await store.database.transaction(async (tx) => {
    const added = await store.database.run(RECORD, [account, rows], tx);
    await appendCommands(store.database, added.map(disputeStart), tx);
    return added;
  });
  if (recorded.length > 0) store.wakeUp.send('outbox');
}

function toRow(notice: DisputeNotice): object {
  return {
    id: newId(),
    notice_id: notice.id,
    dispute_reference: notice.disputeReference,
    event: notice.event,
    stage: notice.stage,
    operation_id: notice.operationID,
    amount: notice.amountMinor?.toString(),
    currency: notice.currency,
    levy: notice.levyMinor?.toString(),
    reason_code: notice.reasonCode,
    category: notice.category,
    answer_due_at: notice.answerDueAt,
    stated_at: notice.statedAt,
  };
}

function disputeStart({ id }: { id: string }): StartCommand {
  return {
    kind: 'start',
    workflowID: workflowIDs.dispute(id),
    workflowType: workflowTypes.dispute,
    args: [{ noticeID: id }],
    mayRunAgain: true,
    summary: 'Applies a statement of an acquirer about a dispute',
  };
}

export const disputeRecovery: RecoverableEntity = recoverable<{ id: string }>({
  kind: 'dispute',
  from: '(SELECT n.*, n.received_at AS created_at FROM dispute_notices n) e',
  select: 'e.id',
  isOpen: `e.state = 'waiting'`,
  key: [['id', 'text']],
  parseKey: parseWorkflowId('dispute/'),
  start: disputeStart,
});

const READ = statement<RecordedNotice>(
  'dispute-notice-read',
  `SELECT ${COLUMNS} FROM dispute_notices n WHERE n.id = $1`,
);

export const readNotice = findByID(READ);

const LOCK = statement<{ state: NoticeState }>(
  'dispute-notice-lock',
  'SELECT state FROM dispute_notices WHERE id = $1 FOR UPDATE',
);

/** The state of a statement; others that apply it wait for the transaction. */
export async function lockNotice(database: Database, id: string, tx: Transaction): Promise<NoticeState | undefined> {
  const [row] = await database.run(LOCK, [id], tx);
  return row?.state;
}

/** Each further statement has a workflow of its own. */
const MAX_WAITING = 20;

const WAITING = lookup<{ id: string }>(
  'dispute-notices-waiting',
  `SELECT id FROM dispute_notices WHERE state = 'waiting' AND account = $1 AND dispute_reference = $2 ORDER BY stated_at, id
   LIMIT ${MAX_WAITING}`,
);

/** The waiting statements of a dispute, the earliest first. */
export async function listWaiting(
  database: Database,
  { account, disputeReference }: Pick<RecordedNotice, 'account' | 'disputeReference'>,
): Promise<string[]> {
  return (await database.run(WAITING, [account, disputeReference])).map(({ id }) => id);
}

/** The end of a statement, or why it waits. */
export interface NoticeEnd {
  state: NoticeState;
  problem?: DisputeProblem | undefined;
  /** Known once the payment is certainly one of the account. */
  payment?: PaymentRef | undefined;
}

const SETTLE = statement(
  'dispute-notice-settle',
  `UPDATE dispute_notices SET state = $2, problem = $3, invoice_id = coalesce($4, invoice_id), payment_id = coalesce($5, payment_id),
     settled_at = CASE WHEN $2 = 'waiting' THEN NULL ELSE now() END
   WHERE id = $1 AND state = 'waiting'`,
);

export async function settleNotice(
  database: Database,
  id: string,
  { state, problem, payment }: NoticeEnd,
  tx?: Transaction,
): Promise<void> {
  const { invoiceID = null, paymentID = null } = payment ?? {};
  await database.run(SETTLE, [id, state, problem ?? null, invoiceID, paymentID], tx);
}

const OF_PAYMENT = lookup<TimelineDispute>(
  'dispute-notices-of-payment',
  `SELECT n.account, n.dispute_reference AS "disputeReference", n.event, n.stage, n.amount AS "amountMinor", n.currency,
     n.reason_code AS "reasonCode", n.category, n.answer_due_at AS "answerDueAt", n.received_at AS "receivedAt", n.state, n.problem
   FROM dispute_notices n WHERE n.invoice_id = $1 AND n.payment_id = $2
   ORDER BY n.received_at, n.id LIMIT 500`,
);

/** What acquirers have stated about disputes of a payment. */
export const listDisputes = listBy(OF_PAYMENT, 'invoiceID', 'paymentID');
