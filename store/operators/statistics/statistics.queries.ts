import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { statement, type Database } from '../../postgres/database';

/** What statistics are grouped by. */
export type StatisticsGrouping = 'hour' | 'day' | 'connector' | 'tool' | 'shop' | 'reason';

export interface StatisticsFilter {
  /** The start of an hour. */
  from: Date;
  /** The end of the last hour. */
  to: Date;
  connector?: string | undefined;
  shopID?: string | undefined;
  tool?: string | undefined;
  reason?: string | undefined;
}

export interface StatisticsRequest extends StatisticsFilter {
  by: StatisticsGrouping;
  /** How much earlier the time is that they are compared with. */
  earlierMs: number;
}

/** The attempts of a group, and those a week earlier. */
export interface AttemptGroup {
  key: string;
  attempts: number;
  approved: number;
  declined: number;
  weekAgoAttempts: number;
  weekAgoApproved: number;
  weekAgoDeclined: number;
}

/** Approved amounts of a group in one currency. */
export interface AttemptVolume {
  key: string;
  isNow: boolean;
  currency: string;
  amountMinor: bigint;
}

/** How long all but five of a hundred answered attempts took at most; `key` is null for all groups together. */
export interface AttemptDuration {
  key: string | null;
  isNow: boolean;
  p95Ms: number;
}

export const MAX_GROUPS = 1_000;

/** Rows `h` of a summary in the requested time and the one it is compared with, whose hours are moved onto the others, with their group. */
const grouped = (table: 'attempt_hours' | 'attempt_durations'): string => `${table} h CROSS JOIN LATERAL (
     SELECT h.hour >= $1::timestamptz AS is_now,
       CASE $3::text
         WHEN 'hour' THEN to_char(m.moved, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
         WHEN 'day' THEN to_char(m.moved, 'YYYY-MM-DD')
         WHEN 'connector' THEN h.connector WHEN 'tool' THEN h.tool WHEN 'shop' THEN h.shop_id ELSE h.reason
       END AS key
     FROM (SELECT CASE WHEN h.hour >= $1::timestamptz THEN h.hour ELSE h.hour + ($1::timestamptz - $8::timestamptz) END
       AT TIME ZONE 'UTC' AS moved) m
   ) k
   WHERE ((h.hour >= $1::timestamptz AND h.hour < $2::timestamptz) OR (h.hour >= $8::timestamptz AND h.hour < $9::timestamptz))
     AND ($4::text IS NULL OR h.connector = $4) AND ($5::text IS NULL OR h.shop_id = $5)
     AND ($6::text IS NULL OR h.tool = $6) AND ($7::text IS NULL OR h.reason = $7)`;

const SUM = statement<AttemptGroup>(
  'statistics-sum',
  `SELECT coalesce(g.key, '') AS key, g.attempts, g.approved, g.declined, g."weekAgoAttempts", g."weekAgoApproved", g."weekAgoDeclined"
   FROM (
     SELECT k.key,
       coalesce(sum(h.attempt_count) FILTER (WHERE k.is_now), 0)::float8 AS attempts,
       coalesce(sum(h.attempt_count) FILTER (WHERE k.is_now AND h.outcome = 'approved'), 0)::float8 AS approved,
       coalesce(sum(h.attempt_count) FILTER (WHERE k.is_now AND h.outcome = 'declined'), 0)::float8 AS declined,
       coalesce(sum(h.attempt_count) FILTER (WHERE NOT k.is_now), 0)::float8 AS "weekAgoAttempts",
       coalesce(sum(h.attempt_count) FILTER (WHERE NOT k.is_now AND h.outcome = 'approved'), 0)::float8 AS "weekAgoApproved",
       coalesce(sum(h.attempt_count) FILTER (WHERE NOT k.is_now AND h.outcome = 'declined'), 0)::float8 AS "weekAgoDeclined"
     FROM ${grouped('attempt_hours')}
     GROUP BY k.key
   ) g
   ORDER BY CASE WHEN $3::text IN ('hour', 'day') THEN g.key END, g.attempts DESC, g."weekAgoAttempts" DESC, g.key LIMIT ${MAX_GROUPS}`,
);

function valuesOf({ from, to, earlierMs, by, connector, shopID, tool, reason }: StatisticsRequest): unknown[] {
  const times = [rfc3339Text(from), rfc3339Text(to)];
  const earlier = [from, to].map((time) => rfc3339Text(new Date(time.getTime() - earlierMs)));
  return [...times, by, connector ?? null, shopID ?? null, tool ?? null, reason ?? null, ...earlier];
}

/** Ended attempts by group, hours and days in their order, other groups by size. The compared times may not overlap. */
export async function sumAttempts(database: Database, request: StatisticsRequest): Promise<AttemptGroup[]> {
  return database.run(SUM, valuesOf(request));
}

const VOLUME = statement<AttemptVolume>(
  'statistics-volume',
  `SELECT coalesce(k.key, '') AS key, coalesce(k.is_now, false) AS "isNow", h.currency,
     coalesce(sum(h.amount), 0)::int8 AS "amountMinor"
   FROM ${grouped('attempt_hours')} AND h.outcome = 'approved'
   GROUP BY k.key, k.is_now, h.currency
   ORDER BY 1, 2, 3`,
);

/** Amounts of approved attempts by group, week and currency. */
export async function sumVolume(database: Database, request: StatisticsRequest): Promise<AttemptVolume[]> {
  return database.run(VOLUME, valuesOf(request));
}

/** The first bound up to which 95 of a hundred attempts lie. */
const DURATION = statement<AttemptDuration>(
  'statistics-duration',
  `SELECT c.key, coalesce(c.is_now, false) AS "isNow", coalesce(min(c.up_to_ms), 0)::integer AS "p95Ms"
   FROM (
     SELECT s.key, s.is_now, s.up_to_ms,
       sum(s.count) OVER (PARTITION BY s.is_all, s.key, s.is_now ORDER BY s.up_to_ms) AS upto,
       sum(s.count) OVER (PARTITION BY s.is_all, s.key, s.is_now) AS total, s.is_all
     FROM (
       SELECT k.key, k.is_now, h.up_to_ms, sum(h.attempt_count) AS count, grouping(k.key) AS is_all
       FROM ${grouped('attempt_durations')}
       GROUP BY GROUPING SETS ((k.key, k.is_now, h.up_to_ms), (k.is_now, h.up_to_ms))
     ) s
   ) c
   WHERE c.upto >= c.total * 0.95
   GROUP BY c.is_all, c.key, c.is_now`,
);

export async function measureDurations(database: Database, request: StatisticsRequest): Promise<AttemptDuration[]> {
  return database.run(DURATION, valuesOf(request));
}

const UNTIL = statement<{ until: Date | null }>(
  'statistics-until',
  'SELECT summarised_until AS until FROM attempt_summary',
);

/** Until when the sums are complete; null before the first summary. */
export async function readSummarisedUntil(database: Database): Promise<Date | null> {
  const [row] = await database.run(UNTIL, []);
  return row?.until ?? null;
}
