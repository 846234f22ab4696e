import { selectLane } from '../../../workflow-names/command-lane';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { signals, workflowTypes } from '../../../workflow-names/workflow-messages';
import { ADVISORY_LOCKS } from '../../postgres/advisory-locks';
import { toColumn } from '../../postgres/columns';
import { statement, type BoundStatement, type Transaction } from '../../postgres/database';
import { appendCommands } from '../../platform/outbox/outbox';
import { OUTBOX_COLUMNS } from '../../platform/outbox/outbox.rows';
import type { ChangeResult, SignalWithStartCommand, StartCommand } from '../../change-log';
import type { Store } from '../../store';

/**
 * The schedule (`invoice_clock`) stores when the due-date workflow wakes next. A transaction that lets an invoice wait
 * for its due date takes the schedule's lock shared; the workflow takes it exclusively to set the time. So an invoice
 * that the workflow has not seen commits after the time was set, and its transaction wakes the workflow if it would
 * sleep too long.
 */

/** Matches the predicate of the index `invoices_due`. */
export const WAITS_FOR_DUE_DATE = `status = 'unpaid' AND active_payment_id IS NULL`;

const LOCK = ADVISORY_LOCKS.dueDateSchedule;

/** Takes the shared lock, as a column of a statement before `rescheduleDueDates`. */
export const LOCK_SCHEDULE = `pg_advisory_xact_lock_shared(${LOCK})::text`;

const TAKE_SHARED_LOCK = statement('due-date-schedule-keep', `SELECT ${LOCK_SCHEDULE}`);

/** Takes the shared lock until the transaction ends. */
export const lockSchedule: BoundStatement = { ...TAKE_SHARED_LOCK, values: [] };

const DUE_INVOICES: Omit<StartCommand, 'kind'> = {
  workflowID: workflowIDs.dueInvoices(),
  workflowType: workflowTypes.dueInvoices,
  args: [{}],
  mayRunAgain: true,
  summary: 'Cancels unpaid invoices at their due date',
};

export const dueInvoicesStart: StartCommand = { ...DUE_INVOICES, kind: 'start' };

const WAKE_COMMAND: SignalWithStartCommand = {
  ...DUE_INVOICES,
  kind: 'signalWithStart',
  signal: signals.dueDateComesEarlier,
  signalArgs: [],
  mayRunAgain: true,
};

const WAKE = statement<{ isWoken: boolean }>(
  'due-date-schedule-wake',
  `WITH earlier AS (UPDATE due_date_schedule SET wakes_at = $1 WHERE wakes_at > $1 RETURNING wakes_at)
   INSERT INTO outbox (${OUTBOX_COLUMNS}) SELECT $2, $3, '', $4::jsonb FROM earlier RETURNING true AS "isWoken"`,
);

/** Wakes the due-date workflow if it would sleep past this date. Must follow the shared lock in the transaction. */
export function rescheduleDueDates({ dueDate }: { dueDate: Date }): BoundStatement<{ isWoken: boolean }> {
  const { workflowID } = WAKE_COMMAND;
  return { ...WAKE, values: [toColumn(dueDate), workflowID, selectLane(workflowID), JSON.stringify(WAKE_COMMAND)] };
}

/** Adds the wake-up command, if any, to the result of a change. */
export function withWakeUp(recorded: ChangeResult, woken: readonly unknown[]): ChangeResult {
  return { ...recorded, hasCommands: recorded.hasCommands || woken.length > 0 };
}

/** Wakes the due-date workflow unconditionally, starting it if it does not run. */
export async function wakeDueInvoices({ database, wakeUp }: Store, tx?: Transaction): Promise<void> {
  await appendCommands(database, [WAKE_COMMAND], tx);
  wakeUp.send('outbox');
}

const SHORT_LOCK_TIMEOUT = statement('due-date-schedule-lock-timeout', `SELECT set_config('lock_timeout', '1s', true)`);
const TAKE_EXCLUSIVE_LOCK = statement('due-date-schedule-set-alone', `SELECT pg_advisory_xact_lock(${LOCK})::text`);
const SET = statement<{ wakesAtMs: number | null }>(
  'due-date-schedule-set',
  `UPDATE due_date_schedule SET wakes_at = coalesce(least(
     (SELECT due_date FROM invoices i WHERE ${WAITS_FOR_DUE_DATE}
        AND NOT EXISTS (SELECT 1 FROM overdue_failures f WHERE f.invoice_id = i.id AND f.retry_at > $1)
      ORDER BY due_date, id LIMIT 1),
     (SELECT min(retry_at) FROM overdue_failures WHERE retry_at > $1)
   ), 'infinity')
   RETURNING CASE WHEN isfinite(wakes_at) THEN ceil(extract(epoch FROM wakes_at) * 1000)::float8 END AS "wakesAtMs"`,
);

/**
 * Sets the schedule to the next due date, which may be past. Waits for the exclusive lock for at most a second.
 * @returns the date in milliseconds, rounded up; undefined if no invoice waits
 * @throws DatabaseUnavailable if another transaction holds the lock longer
 */
export async function setSchedule({ database }: Store, asOf: Date): Promise<number | undefined> {
  const set = { ...SET, values: [toColumn(asOf)] };
  const answers = await database.transaction((tx) =>
    database.commitWith([{ ...SHORT_LOCK_TIMEOUT, values: [] }, { ...TAKE_EXCLUSIVE_LOCK, values: [] }, set], tx),
  );
  return answers.getRows(set)[0]?.wakesAtMs ?? undefined;
}
