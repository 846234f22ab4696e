import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { statement, type Database } from '../../postgres/database';

export const MARGIN_GROUPS = ['shop', 'account', 'payment'] as const;

/** What the provider earned in a group; sums of the ledger's transfers, in minor units. */
export interface Margin {
  /** The shop, the connector account, or `INVOICE.PAYMENT`; null for what belongs to none. */
  id: string | null;
  currency: string;
  /** Fees of shops. */
  feesMinor: bigint;
  acquirerFeesMinor: bigint;
}

export interface MarginRequest {
  groupBy: (typeof MARGIN_GROUPS)[number];
  from: Date;
  to: Date;
  limit: number;
}

/** Fees of shops by the time of their posting, acquirers' by that of the operation, because reports come later. The least margin first. */
const MARGINS = statement<Margin>(
  'settlement-margins',
  `WITH platform AS MATERIALIZED (
     SELECT coalesce(array_agg(id), '{}') AS ids FROM ledger_accounts WHERE kind = 'fee' AND id LIKE 'platform/fees/%'
   ), moved AS (
     SELECT t.id, t.currency, t.amount, t.debit_account_id AS other FROM ledger_transfers t, platform
     WHERE t.credit_account_id = ANY (platform.ids) AND t.kind IN ('posted', 'post') AND t.created_at >= $2 AND t.created_at < $3
     UNION ALL
     SELECT t.id, t.currency, - t.amount, t.credit_account_id FROM ledger_transfers t, platform
     WHERE t.debit_account_id = ANY (platform.ids) AND t.kind IN ('posted', 'post') AND t.created_at >= $2 AND t.created_at < $3
   ), parts AS (
     SELECT currency, amount AS fee, 0::bigint AS cost, split_part(other, '/', 2) AS shop, NULL AS account,
       CASE WHEN id ~ '^(payment|refund|chargeback)/' THEN split_part(id, '/', 2) END AS name
     FROM moved WHERE other LIKE 'shop/%'
     UNION ALL
     SELECT currency, 0, fee, NULL, account, invoice_id || '.' || payment_id FROM settlement_report_rows
     WHERE at >= $2 AND at < $3 AND fee <> 0
   ), grouped AS (
     SELECT parts.currency, parts.fee, parts.cost, CASE $1
         WHEN 'shop' THEN coalesce(parts.shop, p.shop_id) WHEN 'account' THEN coalesce(parts.account, p.connector)
         ELSE p.invoice_id || '.' || p.id END AS id
     FROM parts LEFT JOIN payments p ON p.invoice_id = split_part(parts.name, '.', 1) AND p.id = split_part(parts.name, '.', 2)
   )
   SELECT id, currency, sum(fee)::bigint AS "feesMinor", sum(cost)::bigint AS "acquirerFeesMinor" FROM grouped
   GROUP BY id, currency ORDER BY sum(fee - cost), id, currency LIMIT $4`,
);

/** The provider's margin in a period. */
export async function listMargins(database: Database, request: MarginRequest): Promise<Margin[]> {
  const { groupBy, from, to, limit } = request;
  return database.run(MARGINS, [groupBy, rfc3339Text(from), rfc3339Text(to), limit]);
}
