import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { ADVISORY_LOCKS } from '../../postgres/advisory-locks';
import { statement, type Database } from '../../postgres/database';
import { ATTEMPT_REASON } from './attempt-reason';

export const HOUR_MS = 3_600_000;

/** An attempt may be committed this long after the time that it records as its end. */
const MAX_COMMIT_DELAY_MS = 10 * 60_000;

/** How far back the first summary begins. */
const MAX_PAST_MS = 60 * 24 * HOUR_MS;

/** One process summarises at a time. */
const LOCK = statement<{ isOurs: boolean }>(
  'attempt-summary-lock',
  `SELECT coalesce(pg_try_advisory_xact_lock(${ADVISORY_LOCKS.attemptSummary}), false) AS "isOurs"`,
);

const POSITION = statement<{ from: Date | null }>(
  'attempt-summary-position',
  `SELECT coalesce(
     (SELECT summarised_until FROM attempt_summary),
     (SELECT greatest(min(created_at), $1::timestamptz) FROM shops)
   ) AS "from"`,
);

const CLEAR = statement('attempt-summary-clear', 'DELETE FROM attempt_hours WHERE hour = $1::timestamptz');

const SUMMARISE = statement(
  'attempt-summary-write',
  `INSERT INTO attempt_hours (hour, connector, shop_id, tool, outcome, reason, currency, attempt_count, amount)
   SELECT $1::timestamptz, a.connector, p.shop_id, coalesce(p.tool_type, 'unknown'), a.outcome, ${ATTEMPT_REASON} AS reason,
     p.currency, count(*), sum(p.amount)
   FROM payment_attempts a JOIN payments p ON p.invoice_id = a.invoice_id AND p.id = a.payment_id
   WHERE a.ended_at >= $1::timestamptz AND a.ended_at < $2::timestamptz
   GROUP BY 2, 3, 4, 5, 6, 7`,
);

const CLEAR_DURATIONS = statement(
  'attempt-summary-clear-durations',
  'DELETE FROM attempt_durations WHERE hour = $1::timestamptz',
);

/** Bounds of durations grow by a tenth from 10 ms on; attempts that the acquirer has not answered do not count. */
const SUMMARISE_DURATIONS = statement(
  'attempt-summary-write-durations',
  `INSERT INTO attempt_durations (hour, connector, shop_id, tool, reason, up_to_ms, attempt_count)
   SELECT $1::timestamptz, a.connector, p.shop_id, coalesce(p.tool_type, 'unknown'), ${ATTEMPT_REASON},
     ceil(10 * power(1.1, ceil(ln(least(greatest(extract(epoch FROM a.ended_at - a.started_at) * 100, 1), 100000000)) / ln(1.1))))::integer,
     count(*)
   FROM payment_attempts a JOIN payments p ON p.invoice_id = a.invoice_id AND p.id = a.payment_id
   WHERE a.ended_at >= $1::timestamptz AND a.ended_at < $2::timestamptz AND a.outcome IN ('approved', 'declined')
   GROUP BY 2, 3, 4, 5, 6`,
);

const ADVANCE = statement(
  'attempt-summary-advance',
  'UPDATE attempt_summary SET summarised_until = $1::timestamptz WHERE summarised_until IS DISTINCT FROM $1::timestamptz',
);

function floorHour(ms: number): number {
  return Math.floor(ms / HOUR_MS) * HOUR_MS;
}

function toText(ms: number): string {
  return rfc3339Text(new Date(ms));
}

/**
 * Summarises one hour of attempts, replacing what was known of it, so that repeating it changes nothing.
 * @returns whether complete hours are left
 */
export async function summariseNextHour(database: Database, now: Date): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [lock] = await database.run(LOCK, [], tx);
    if (!lock?.isOurs) return false;
    const [position] = await database.run(POSITION, [toText(now.getTime() - MAX_PAST_MS)], tx);
    const hour = floorHour((position?.from ?? now).getTime());
    if (hour > now.getTime()) return false;
    const next = hour + HOUR_MS;
    for (const clear of [CLEAR, CLEAR_DURATIONS]) await database.run(clear, [toText(hour)], tx);
    for (const write of [SUMMARISE, SUMMARISE_DURATIONS]) await database.run(write, [toText(hour), toText(next)], tx);
    const isComplete = next <= now.getTime() - MAX_COMMIT_DELAY_MS;
    await database.run(ADVANCE, [toText(isComplete ? next : hour)], tx);
    return isComplete;
  });
}

const REWIND = statement<{ from: Date | null }>(
  'attempt-summary-rewind',
  `UPDATE attempt_summary SET summarised_until = least(summarised_until, date_trunc('hour', $1::timestamptz))
   WHERE summarised_until IS NOT NULL
   RETURNING summarised_until AS "from"`,
);

/** Makes the worker summarise again from a time on. Before the first summary it changes nothing. */
export async function rebuildSummary(database: Database, from: Date): Promise<Date | null> {
  const [row] = await database.run(REWIND, [rfc3339Text(from)]);
  return row?.from ?? null;
}
