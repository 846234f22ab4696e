import { ADVISORY_LOCKS } from '../../store/postgres/advisory-locks';
import { summariseNextHour } from '../../store/operators/statistics/summarise-attempts';
import { withPool } from '../../tests/harness/with-store';

/** Hourly sums of a shop of its own for a day and the same day a week ago: busy by day, with an outage of one account. */
const FILL = `
  WITH hours AS (
    SELECT n, date_trunc('hour', now()) - (n + 1 + week * 168) * interval '1 hour' AS hour, week
    FROM generate_series(0, 22) n CROSS JOIN generate_series(0, 1) week),
  cells AS (
    SELECT hour, connector, reason,
      ceil(share * (140 + 110 * sin((extract(hour FROM hour) - 9) / 24 * 2 * pi()) + n % 5 * 9) * (1 - week * 0.15)
        * CASE WHEN connector = 'adyen-eu' AND reason <> 'approved' AND week = 0 AND n BETWEEN 4 AND 6 THEN 9 ELSE 1 END)::integer AS count
    FROM hours CROSS JOIN (VALUES
      ('sandbox', 'approved', 0.8), ('sandbox', 'authorization_failed:insufficient_funds', 0.08),
      ('sandbox', 'authorization_failed:rejected_by_issuer', 0.04), ('adyen-eu', 'approved', 0.5),
      ('adyen-eu', 'unavailable', 0.02), ('adyen-eu', 'authorization_failed:insufficient_funds', 0.05)) s (connector, reason, share)),
  durations AS (
    INSERT INTO attempt_durations (hour, connector, shop_id, tool, reason, up_to_ms, attempt_count)
    SELECT hour, connector, 'busy-shop', 'bankCard', reason, ms, greatest(1, count * part / 100)
    FROM cells CROSS JOIN (VALUES (300, 60), (900, 32), (2400, 8)) d (ms, part) WHERE reason <> 'unavailable'
    ON CONFLICT DO NOTHING)
  INSERT INTO attempt_hours (hour, connector, shop_id, tool, outcome, reason, currency, attempt_count, amount)
  SELECT hour, connector, 'busy-shop', 'bankCard',
    CASE WHEN reason = 'approved' THEN 'approved' WHEN reason LIKE '%:%' THEN 'declined' ELSE 'unavailable' END, reason, 'RUB', count,
    count::numeric * 189900
  FROM cells ON CONFLICT DO NOTHING`;

/** Fills the statistics for pictures and tables. */
export async function fillStatistics(databaseUrl: string): Promise<void> {
  await withPool(databaseUrl, async (database) => void (await database.search(FILL, [])));
}

/** Summarises what has happened in this hour, as the worker does every minute; waits for a worker that does it now. */
export async function summariseNow(databaseUrl: string): Promise<void> {
  await withPool(databaseUrl, async (database) => {
    await database.search(`SELECT pg_advisory_lock(${ADVISORY_LOCKS.attemptSummary})`, []);
    while (await summariseNextHour(database, new Date()));
  });
}
