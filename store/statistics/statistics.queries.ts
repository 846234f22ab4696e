import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
import { statement, type Database } from '../postgres/database';
import { HOUR_MS } from './summarise-attempts';

/** What statistics are grouped by. */
export type StatisticsGrouping = 'hour' | 'connector' | 'tool' | 'shop' | 'reason';

export interface StatisticsRequest {
  /** The start of an hour. */
  from: Date;
  /** The end of the last hour. */
  to: Date;
  by: StatisticsGrouping;
  connector?: string | undefined;
  shopID?: string | undefined;
  tool?: string | undefined;
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

export const MAX_GROUPS = 1_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** `$6` shifts the hours of the earlier week onto those of the requested time. */
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
     FROM attempt_hours h CROSS JOIN LATERAL (
       SELECT h.hour >= $1::timestamptz AS is_now,
         CASE $3::text
           WHEN 'hour' THEN to_char(
             (CASE WHEN h.hour >= $1::timestamptz THEN h.hour ELSE h.hour + interval '7 days' END) AT TIME ZONE 'UTC',
             'YYYY-MM-DD"T"HH24:MI:SS"Z"')
           WHEN 'connector' THEN h.connector WHEN 'tool' THEN h.tool WHEN 'shop' THEN h.shop_id ELSE h.reason
         END AS key
     ) k
     WHERE ((h.hour >= $1::timestamptz AND h.hour < $2::timestamptz) OR (h.hour >= $7::timestamptz AND h.hour < $8::timestamptz))
       AND ($4::text IS NULL OR h.connector = $4) AND ($5::text IS NULL OR h.shop_id = $5)
       AND ($6::text IS NULL OR h.tool = $6)
     GROUP BY k.key
   ) g
   ORDER BY CASE WHEN $3::text = 'hour' THEN g.key END, g.attempts DESC, g."weekAgoAttempts" DESC, g.key LIMIT ${MAX_GROUPS}`,
);

/** Ended attempts by group, hours in their order, other groups by size. The weeks may not overlap. */
export async function sumAttempts(database: Database, request: StatisticsRequest): Promise<AttemptGroup[]> {
  const { from, to, by, connector, shopID, tool } = request;
  const times = [rfc3339Text(from), rfc3339Text(to)];
  const weekAgo = [from, to].map((time) => rfc3339Text(new Date(time.getTime() - WEEK_MS)));
  return database.run(SUM, [...times, by, connector ?? null, shopID ?? null, tool ?? null, ...weekAgo]);
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
