import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { statement, type Database } from '../../postgres/database';
import type { EncryptionKeys } from '../../../security/encryption';
import { continuationToken, readContinuationToken } from '../../platform/listing/continuation-token';
import { ATTEMPT_REASON } from './attempt-reason';
import { MAX_GROUPS, type StatisticsFilter, type StatisticsRequest } from './statistics.queries';
import { HOUR_MS } from './summarise-attempts';

/** Attempts with one reason, connector account and shop. */
export interface ReasonCell {
  reason: string;
  connector: string;
  shopID: string;
  attempts: number;
  weekAgoAttempts: number;
}

const CELLS = statement<ReasonCell>(
  'statistics-cells',
  `SELECT h.reason, h.connector, h.shop_id AS "shopID",
     coalesce(sum(h.attempt_count) FILTER (WHERE h.hour >= $1::timestamptz), 0)::float8 AS attempts,
     coalesce(sum(h.attempt_count) FILTER (WHERE h.hour < $1::timestamptz), 0)::float8 AS "weekAgoAttempts"
   FROM attempt_hours h
   WHERE ((h.hour >= $1::timestamptz AND h.hour < $2::timestamptz)
       OR (h.hour >= $1::timestamptz - $4::interval AND h.hour < $2::timestamptz - $4::interval))
     AND ($3::text IS NULL OR h.shop_id = $3)
   GROUP BY 1, 2, 3 ORDER BY 4 DESC, 5 DESC, 1, 2, 3 LIMIT ${MAX_GROUPS}`,
);

/** The largest cells first. */
export async function listAttemptCells(
  database: Database,
  { from, to, earlierMs, shopID }: Omit<StatisticsRequest, 'by'>,
): Promise<ReasonCell[]> {
  return database.run(CELLS, [rfc3339Text(from), rfc3339Text(to), shopID ?? null, `${earlierMs} milliseconds`]);
}

/** An ended attempt that statistics have counted. */
export interface EndedAttempt {
  invoiceID: string;
  paymentID: string;
  number: number;
  shopID: string;
  connector: string;
  reason: string;
  amountMinor: bigint;
  currency: string;
  startedAt: Date;
  endedAt: Date;
}

/** Newest hour before `$2` with matching attempts, so that hours without them are not read. */
const NEWEST_HOUR = statement<{ hour: Date | null }>(
  'statistics-newest-hour',
  `SELECT max(h.hour) AS hour FROM attempt_hours h
   WHERE h.hour >= $1::timestamptz AND h.hour < $2::timestamptz AND ($3::text IS NULL OR h.connector = $3)
     AND ($4::text IS NULL OR h.shop_id = $4) AND ($5::text IS NULL OR h.tool = $5) AND ($6::text IS NULL OR h.reason = $6)`,
);

const LIST = statement<EndedAttempt>(
  'statistics-list-attempts',
  `SELECT a.invoice_id AS "invoiceID", a.payment_id AS "paymentID", a.number, p.shop_id AS "shopID", a.connector,
     coalesce(${ATTEMPT_REASON}, '') AS reason, p.amount AS "amountMinor", p.currency, a.started_at AS "startedAt",
     coalesce(a.ended_at, a.started_at) AS "endedAt"
   FROM payment_attempts a JOIN payments p ON p.invoice_id = a.invoice_id AND p.id = a.payment_id
   WHERE a.ended_at >= $1::timestamptz AND a.ended_at < $2::timestamptz AND ($3::text IS NULL OR a.connector = $3)
     AND ($4::text IS NULL OR p.shop_id = $4) AND ($5::text IS NULL OR coalesce(p.tool_type, 'unknown') = $5)
     AND ($6::text IS NULL OR ${ATTEMPT_REASON} = $6)
     AND ($7::text IS NULL OR (a.ended_at, a.invoice_id || '.' || a.payment_id || '.' || a.number) < ($8::timestamptz, $7))
   ORDER BY a.ended_at DESC, a.invoice_id || '.' || a.payment_id || '.' || a.number DESC LIMIT $9`,
);

interface AttemptListing extends StatisticsFilter {
  limit: number;
  continuationToken?: string | undefined;
}

interface AttemptPage {
  rows: EndedAttempt[];
  continuationToken?: string;
}

/** Lists the attempts behind a sum, newest first. @throws Refusal badToken */
export async function listCountedAttempts(
  store: { database: Database; encryptionKeys: EncryptionKeys },
  request: AttemptListing,
): Promise<AttemptPage> {
  const { database, encryptionKeys } = store;
  const { from, to, connector, shopID, tool, reason, limit, continuationToken: token } = request;
  const filters = [connector, shopID, tool, reason].map((value) => value ?? null);
  const listing = JSON.stringify(['counted-attempts', rfc3339Text(from), rfc3339Text(to), ...filters]);
  const place = token === undefined ? undefined : readContinuationToken(token, listing, encryptionKeys);
  const rows: EndedAttempt[] = [];
  // The place may lie inside of an hour, whose older attempts are on this page.
  let before = place ? new Date(floorHour(place.createdAt).getTime() + HOUR_MS) : to;
  while (rows.length <= limit) {
    const [found] = await database.run(NEWEST_HOUR, [rfc3339Text(from), rfc3339Text(before), ...filters]);
    if (!found?.hour) break;
    const hour = [found.hour, new Date(found.hour.getTime() + HOUR_MS)].map((time) => rfc3339Text(time));
    const after = [place?.id ?? null, place ? rfc3339Text(place.createdAt) : null];
    rows.push(...(await database.run(LIST, [...hour, ...filters, ...after, limit + 1 - rows.length])));
    before = found.hour;
  }
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  if (!last) return { rows };
  const next = { createdAt: last.endedAt, id: `${last.invoiceID}.${last.paymentID}.${last.number}` };
  return { rows: rows.slice(0, limit), continuationToken: continuationToken(next, listing, encryptionKeys) };
}

function floorHour(time: Date): Date {
  return new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS);
}
