import {
  SUMMARY_PERIODS,
  type ComparedPeriod,
  type SummaryPeriod,
} from '../../../domain/merchants/summary/summary-periods';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { ENDING_WITHIN } from '../../operators/queue/work-queue';
import { ANSWER_DEADLINE } from '../../payments/chargeback/chargeback.table';
import { statement, type Database } from '../../postgres/database';
import { listBy } from '../../postgres/readers';

/** What payments came to, or succeeded refunds. Payments under way are in none of them. */
export type SummaryOutcome = 'sold' | 'authorised' | 'declined' | 'refunded';

/** Payments or refunds of a shop that were created in a period, by what they came to and currency. */
export interface SummedOutcome {
  period: SummaryPeriod;
  isPrevious: boolean;
  outcome: SummaryOutcome;
  currency: string;
  count: number;
  amountMinor: bigint;
}

const SUMS = statement<{ place: number; outcome: string; currency: string; count: number; amountMinor: bigint }>(
  'shop-summary-sums',
  `SELECT coalesce(w.place, 0) AS place, coalesce(s.outcome, '') AS outcome, coalesce(s.currency, '') AS currency,
     coalesce(s.count, 0) AS count, coalesce(s.amount, 0) AS "amountMinor"
   FROM unnest($2::integer[], $3::timestamptz[], $4::timestamptz[]) AS w (place, since, until) CROSS JOIN LATERAL (
     SELECT CASE WHEN p.status = 'failed' THEN 'declined' WHEN p.status IN ('processed', 'cancelled') THEN 'authorised'
         ELSE 'sold' END AS outcome,
       p.currency, count(*)::integer AS count, sum(p.amount)::int8 AS amount
     FROM payments p
     WHERE p.shop_id = $1 AND p.created_at >= w.since AND p.created_at < w.until AND p.status <> 'pending'
     GROUP BY 1, 2
     UNION ALL
     SELECT 'refunded', r.currency, count(*)::integer, sum(r.amount)::int8
     FROM refunds r
     WHERE r.shop_id = $1 AND r.created_at >= w.since AND r.created_at < w.until AND r.status = 'succeeded'
     GROUP BY r.currency
   ) s
   ORDER BY 1, 2, 3`,
);

/** Sums payments and refunds of a shop in its periods and in those before them. */
export async function sumOutcomes(
  database: Database,
  shopID: string,
  periods: Readonly<Record<SummaryPeriod, ComparedPeriod>>,
): Promise<SummedOutcome[]> {
  const windows = SUMMARY_PERIODS.flatMap((period) => {
    const { from, to, previousFrom, previousTo } = periods[period];
    return [
      { period, isPrevious: false, since: from, until: to },
      { period, isPrevious: true, since: previousFrom, until: previousTo },
    ];
  });
  const rows = await database.run(SUMS, [
    shopID,
    windows.map((_, place) => place),
    windows.map(({ since }) => rfc3339Text(since)),
    windows.map(({ until }) => rfc3339Text(until)),
  ]);
  return rows.flatMap(({ place, outcome, ...row }) => {
    const window = windows[place];
    return window ? [{ ...row, ...window, outcome: outcome as SummaryOutcome }] : [];
  });
}

export type AttentionKind = 'endingHolds' | 'chargebacks' | 'webhooks';

/** How many things of a kind need the merchant, and until when the first of them waits. */
export interface Attention {
  kind: string;
  count: number;
  firstAt: Date | null;
}

const ATTENTION = statement<Attention>(
  'shop-summary-attention',
  `SELECT 'endingHolds' AS kind, count(*)::integer AS count, min(p.held_until) AS "firstAt" FROM payments p
     WHERE p.shop_id = $1 AND p.status = 'processed' AND p.target IS NULL AND p.held_until < now() + ${ENDING_WITHIN}
   UNION ALL
   SELECT 'chargebacks', count(*)::integer, min(${ANSWER_DEADLINE}) FROM chargebacks c
     WHERE c.shop_id = $1 AND c.status = 'pending'
   UNION ALL
   SELECT 'webhooks', count(*)::integer, NULL FROM webhooks w
     WHERE w.party_id = $2 AND w.deleted_at IS NULL AND (w.shop_id = $1 OR w.shop_id IS NULL)
       AND EXISTS (SELECT FROM webhook_queues q WHERE q.webhook_id = w.id AND q.state <> 'ready')`,
);

/** What needs the merchant: holds that end within a day, open chargebacks, and webhooks whose deliveries fail. */
export const readAttention = listBy(ATTENTION, 'shopID', 'partyID');
