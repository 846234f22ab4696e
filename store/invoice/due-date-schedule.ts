import { selectLane } from '../../domain/command-lane';
import { workflowIDs } from '../../domain/workflow-ids';
import { signals, workflowTypes } from '../../domain/workflow-messages';
import { toColumn } from '../columns';
import { statement, type BoundStatement, type Transaction } from '../database';
import { appendCommands } from '../outbox/outbox';
import { OUTBOX_COLUMNS } from '../outbox/outbox.rows';
import type { ChangeResult, SignalWithStartCommand, StartCommand } from '../change-log';
import type { Store } from '../store';

/*
 * The clock says until when the workflow of due dates sleeps. Whoever lets an invoice wait for its date (by creating it, or by
 * ending its payment) keeps the clock from being set until he has committed, together with all others who do; the workflow sets
 * it alone. So an invoice that the workflow did not see when it looked ahead was given its date after the clock was set, and
 * finds there whether the workflow would sleep too long.
 */

/** Which invoices wait for their due date, as the index `invoices_due` has it. */
export const WAITS_FOR_DUE_DATE = `status = 'unpaid' AND active_payment_id IS NULL`;

const LOCK = 727_270;

/** Keeps the clock from being set, as a column of a statement before the one that looks at it. */
export const LOCK_SCHEDULE = `pg_advisory_xact_lock_shared(${LOCK})::text`;

const KEEP = statement('due-date-schedule-keep', `SELECT ${LOCK_SCHEDULE}`);

/** Keeps the clock from being set until the transaction ends. */
export const lockSchedule: BoundStatement = { ...KEEP, values: [] };

const DUE_INVOICES: Omit<StartCommand, 'kind'> = {
  workflowID: workflowIDs.dueInvoices(),
  workflowType: workflowTypes.dueInvoices,
  args: [{}],
  mayRunAgain: true,
  summary: 'Cancels invoices that nobody has paid when their due date comes',
};

/** Starts the workflow of due dates. */
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

/**
 * Wakes the workflow of due dates where it would sleep beyond this one. Who follows with a later date finds it woken, so that
 * a burst of invoices is one command. In the transaction, after what keeps the clock from being set.
 */
export function rescheduleDueDates({ dueDate }: { dueDate: Date }): BoundStatement<{ isWoken: boolean }> {
  const { workflowID } = WAKE_COMMAND;
  return { ...WAKE, values: [toColumn(dueDate), workflowID, selectLane(workflowID), JSON.stringify(WAKE_COMMAND)] };
}

/** Who has to be woken once a change is committed whose transaction asked the clock. */
export function withWaking(recorded: ChangeResult, woken: readonly unknown[]): ChangeResult {
  return { ...recorded, hasCommands: recorded.hasCommands || woken.length > 0 };
}

/** Has the workflow of due dates look, and starts it where it does not run: for whoever cannot know what it has seen. */
export async function wakeDueInvoices({ database, wakeUp }: Store, tx?: Transaction): Promise<void> {
  await appendCommands(database, [WAKE_COMMAND], tx);
  wakeUp.send('outbox');
}

const SHORT_LOCK_TIMEOUT = statement('due-date-schedule-lock-timeout', `SELECT set_config('lock_timeout', '1s', true)`);
const SET_ALONE = statement('due-date-schedule-set-alone', `SELECT pg_advisory_xact_lock(${LOCK})::text`);
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
 * Sets the clock to the next date that an invoice waits for, which may have come already. Nobody creates an invoice meanwhile,
 * so it waits a second at the most for those who do.
 * @returns that date in milliseconds, rounded up: then the date has come; undefined where none waits
 * @throws DatabaseUnavailable where somebody's transaction lasts longer
 */
export async function setSchedule({ database }: Store, asOf: Date): Promise<number | undefined> {
  const set = { ...SET, values: [toColumn(asOf)] };
  const answers = await database.transaction((tx) =>
    database.commitWith([{ ...SHORT_LOCK_TIMEOUT, values: [] }, { ...SET_ALONE, values: [] }, set], tx),
  );
  return answers.getRows(set)[0]?.wakesAtMs ?? undefined;
}
