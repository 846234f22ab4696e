import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { statement, type Database } from '../../postgres/database';

/** What payments of a method came to on a day, with refunds and chargebacks that began on it. */
export interface MonthLine {
  /** `2026-11-25`, of the shop's time zone. */
  day: string;
  toolType: string | null;
  /** Of a terminal. */
  provider: string | null;
  currency: string;
  salesCount: number;
  salesMinor: bigint;
  feesMinor: bigint;
  refundsCount: number;
  refundsMinor: bigint;
  chargebacksCount: number;
  chargebacksMinor: bigint;
}

const METHOD = 'p.tool_type AS tool, p.terminal_provider AS provider';
const OF_PAYMENT = (table: string): string =>
  `JOIN payments p ON (p.invoice_id, p.id) = (${table}.invoice_id, ${table}.payment_id)
   WHERE ${table}.shop_id = $1 AND ${table}.created_at >= $2 AND ${table}.created_at < $3`;
const dayOf = (table: string): string => `(${table}.created_at AT TIME ZONE $4)::date AS day`;

const LINES = statement<MonthLine>(
  'shop-month-lines',
  `SELECT to_char(l.day, 'YYYY-MM-DD') AS day, l.tool AS "toolType", l.provider, l.currency,
     sum(l.sales_count)::integer AS "salesCount", sum(l.sales)::int8 AS "salesMinor", sum(l.fees)::int8 AS "feesMinor",
     sum(l.refunds_count)::integer AS "refundsCount", sum(l.refunds)::int8 AS "refundsMinor",
     sum(l.chargebacks_count)::integer AS "chargebacksCount", sum(l.chargebacks)::int8 AS "chargebacksMinor"
   FROM (
     SELECT ${dayOf('p')}, ${METHOD}, p.currency, count(*) AS sales_count, sum(p.amount) AS sales,
       coalesce(sum(p.fee), 0) AS fees, 0 AS refunds_count, 0 AS refunds, 0 AS chargebacks_count, 0 AS chargebacks
     FROM payments p
     WHERE p.shop_id = $1 AND p.created_at >= $2 AND p.created_at < $3
       AND p.status NOT IN ('pending', 'processed', 'cancelled', 'failed')
     GROUP BY 1, 2, 3, 4
     UNION ALL
     SELECT ${dayOf('r')}, ${METHOD}, r.currency, 0, 0, 0, count(*), sum(r.amount), 0, 0
     FROM refunds r ${OF_PAYMENT('r')} AND r.status = 'succeeded' GROUP BY 1, 2, 3, 4
     UNION ALL
     SELECT ${dayOf('c')}, ${METHOD}, c.currency, 0, 0, 0, 0, 0, count(*), sum(c.body)
     FROM chargebacks c ${OF_PAYMENT('c')} GROUP BY 1, 2, 3, 4
   ) l
   GROUP BY 1, 2, 3, 4 ORDER BY 1, 2 NULLS LAST, 3 NULLS LAST, 4`,
);

/** Sums a shop's payments, refunds and chargebacks that were created in a period, by day, method and currency. */
export async function sumMonth(
  database: Database,
  { shopID, from, to, timeZone }: { shopID: string; from: Date; to: Date; timeZone: string },
): Promise<MonthLine[]> {
  return database.run(LINES, [shopID, rfc3339Text(from), rfc3339Text(to), timeZone]);
}
