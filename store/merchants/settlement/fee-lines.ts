import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { billedFeesAccountIDs } from '../../platform/ledger/accounts';
import { statement, type Database } from '../../postgres/database';

/** Whether a transfer of a shop is a fee only: then its amount is the fee of its line, which has no gross amount. */
export const isFee = (id: string): string =>
  `${id} ~ '^((refund|payout)/[^/]+/fee|chargeback/[^/]+/[0-9]+/levy/|monthly-fee/)'`;

/** The id of the fee that a transfer returns, null for others. */
export const chargeOf = (id: string): string => `CASE
  WHEN ${id} LIKE 'refund/%/fee-return/%' THEN regexp_replace(${id}, '^refund/([^./]+[.][^./]+)[.].*$', 'payment/\\1/fee')
  WHEN ${id} LIKE 'payout/%/fee-return' THEN regexp_replace(${id}, '-return$', '')
  WHEN ${id} LIKE 'chargeback/%/levy/return' THEN regexp_replace(${id}, 'return$', 'post') END`;

/**
 * The VAT within a fee, which includes it: fee × rate / (100 % + rate), rounded half up, that of a returned fee alike. The rate is that of the
 * terms in force at the charge. What is returned in parts is rounded as their sum, for which the id says what was returned before.
 */
export const vatOf = ({ id, fee, at, shopID }: Record<'id' | 'fee' | 'at' | 'shopID', string>): string => `CASE
  WHEN ${fee} = 0 THEN 0
  ELSE (
    SELECT round((${fee} - v.before) * v.rate / (10000 + v.rate)) + round(v.before * v.rate / (10000 + v.rate))
    FROM (SELECT coalesce(substring(${id} FROM '/fee-return/([0-9]+)$')::numeric, 0) AS before, coalesce((
      SELECT (terms ->> 'vatBasisPoints')::numeric FROM shop_terms
      WHERE shop_id = ${shopID} AND valid_from <= coalesce((SELECT created_at FROM ledger_transfers WHERE id = ${chargeOf(id)}), ${at})
      ORDER BY valid_from DESC LIMIT 1), 0) AS rate) v
  ) END::bigint`;

const BILLED = statement<Record<'fee' | 'vat', string>>(
  'settlement-billed-fees',
  `SELECT coalesce(sum(fee), 0)::text AS fee, coalesce(sum(${vatOf({ id: 'b.id', fee: 'b.fee', at: 'b.created_at', shopID: '$2' })}), 0)::text AS vat
   FROM (
     SELECT id, CASE WHEN debit_account_id = ANY ($1::text[]) THEN amount ELSE - amount END AS fee, created_at
     FROM ledger_transfers
     WHERE (debit_account_id = ANY ($1::text[]) OR credit_account_id = ANY ($1::text[]))
       AND kind = 'posted' AND created_at >= $3::timestamptz AND created_at < $4::timestamptz
   ) b`,
);

/** The fees of a period that are billed to a shop rather than withheld, less the returned ones, and the VAT within them; in minor units. */
export async function readBilledFees(
  database: Database,
  { shopID, currency, from, to }: { shopID: string; currency: string; from: Date; to: Date },
): Promise<{ feeMinor: bigint; vatMinor: bigint }> {
  const accounts = billedFeesAccountIDs(shopID, currency);
  const [row] = await database.run(BILLED, [accounts, shopID, rfc3339Text(from), rfc3339Text(to)]);
  return { feeMinor: BigInt(row?.fee ?? 0), vatMinor: BigInt(row?.vat ?? 0) };
}
