import { statement, type Database, type Transaction } from '../../postgres/database';
import type { Settlement } from './balance-lines';

/** What another shop of the contract is below zero. */
export interface ShopDebt {
  shopID: string;
  amountMinor: bigint;
}

/** From the closing of the last batch, with what came to the account since then: refunds, corrections, and what others have covered. */
const DEBTS = statement<{ shopID: string; amount: string }>(
  'settlement-debts',
  `SELECT s.id AS "shopID", (- last.closing - later.amount)::text AS amount
   FROM shops own JOIN shops s ON s.party_id = own.party_id AND s.contract_id = own.contract_id AND s.id <> own.id
   CROSS JOIN LATERAL (SELECT 'shop/' || s.id || '/settlement/' || $2 AS id) account
   CROSS JOIN LATERAL (
     SELECT closing, open_since FROM settlement_batches b WHERE b.shop_id = s.id AND b.currency = $2 AND b.closed_at IS NOT NULL
     ORDER BY number DESC LIMIT 1
   ) last
   CROSS JOIN LATERAL (
     SELECT coalesce(sum(CASE WHEN t.credit_account_id = account.id THEN t.amount ELSE - t.amount END), 0) AS amount
     FROM ledger_transfers t
     WHERE (t.credit_account_id = account.id OR t.debit_account_id = account.id) AND t.kind IN ('posted', 'post')
       AND t.created_at >= last.open_since - interval '5 minutes'
       AND NOT EXISTS (
         SELECT 1 FROM settlement_lines l JOIN settlement_batches b ON b.id = l.batch_id
         WHERE l.transfer_id = t.id AND l.shop_id = s.id AND b.closed_at IS NOT NULL
       )
   ) later
   WHERE own.id = $1 AND last.closing < 0 AND last.closing + later.amount < 0
   ORDER BY s.id`,
);

/** What other shops of a shop's contract are below zero in a currency since their last batch. */
export async function listDebts(
  database: Database,
  { shopID, currency }: Settlement,
  tx: Transaction,
): Promise<ShopDebt[]> {
  const rows = await database.run(DEBTS, [shopID, currency], tx);
  return rows.map(({ amount, ...shop }) => ({ ...shop, amountMinor: BigInt(amount) }));
}

/** Divides a payout among debts, in their order, until it is used up. */
export function divideAmongDebts(payoutMinor: bigint, debts: readonly ShopDebt[]): ShopDebt[] {
  let leftMinor = payoutMinor;
  const covered = debts.map(({ shopID, amountMinor }) => {
    const coveredMinor = amountMinor < leftMinor ? amountMinor : leftMinor;
    leftMinor -= coveredMinor;
    return { shopID, amountMinor: coveredMinor };
  });
  return covered.filter(({ amountMinor }) => amountMinor > 0n);
}
