import { statement } from '../../postgres/database';
import { LATE_COMMIT_MS } from '../../merchants/settlement/balance-lines';
import { chargeOf, isFee, vatOf } from '../../merchants/settlement/fee-lines';
import type { LedgerFault } from './ledger-fault';

/** Checks of batches, their lines and payouts. */
export const SETTLEMENT_CHECKS = [
  statement<LedgerFault>(
    'ledger-verify-batches',
    `SELECT 'a closed batch is its lines, after the batch before it' AS rule, b.id AS "where",
       format('opening %s after %s, lines %s, net %s, closing %s', b.opening, p.closing, l.sum, b.net, b.closing) AS found
     FROM settlement_batches b
     LEFT JOIN settlement_batches p ON (p.shop_id, p.currency, p.number) = (b.shop_id, b.currency, b.number - 1)
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(gross - fee), 0) AS sum, coalesce(sum(gross - fee) FILTER (WHERE transfer_id NOT LIKE 'payout/%/created'), 0) AS net,
         count(*) FILTER (WHERE transfer_id NOT LIKE 'payout/%/created') AS count
       FROM settlement_lines WHERE batch_id = b.id
     ) l
     WHERE b.opening <> coalesce(p.closing, 0)
       OR b.closed_at IS NOT NULL AND (b.net, b.closing, b.line_count) IS DISTINCT FROM (l.net, b.opening + l.sum, l.count)`,
  ),
  statement<LedgerFault>(
    'ledger-verify-lines',
    `WITH line AS (
       SELECT l.*, t.kind, coalesce(f.amount, 0) AS withheld, ${isFee('t.id')} AS is_fee, l.shop_id = b.shop_id AS is_own, CASE
         WHEN starts_with(t.credit_account_id, 'shop/' || b.shop_id || '/settlement/' || b.currency) THEN t.amount
         WHEN starts_with(t.debit_account_id, 'shop/' || b.shop_id || '/settlement/' || b.currency) THEN - t.amount ELSE 0 END AS moved
       FROM settlement_lines l
       JOIN settlement_batches b ON b.id = l.batch_id
       JOIN ledger_transfers t ON t.id = l.transfer_id
       LEFT JOIN ledger_transfers f ON t.id LIKE 'payment/%/capture' AND f.id = regexp_replace(t.id, 'capture$', 'fee')
         AND starts_with(f.debit_account_id, 'shop/' || b.shop_id || '/settlement/')
     )
     SELECT 'a line of a batch is a movement of its shop' AS rule, transfer_id AS "where",
       format('%s less %s of %s in batch %s', gross, fee, shop_id, batch_id) AS found
     FROM line
     WHERE NOT is_own OR kind NOT IN ('posted', 'post')
       OR gross <> CASE WHEN is_fee THEN 0 ELSE moved END OR fee <> CASE WHEN is_fee THEN - moved ELSE withheld END`,
  ),
  statement<LedgerFault>(
    'ledger-verify-vat',
    `SELECT 'the VAT of a line is that of its fee' AS rule, l.transfer_id AS "where", format('%s within %s', l.vat, l.fee) AS found
     FROM settlement_lines l JOIN ledger_transfers t ON t.id = l.transfer_id
     WHERE l.vat <> ${vatOf({ id: 'l.transfer_id', fee: 'l.fee', at: 't.created_at', shopID: 'l.shop_id' })}`,
  ),
  statement<LedgerFault>(
    'ledger-verify-returned-fees',
    `SELECT 'no more of a fee is returned than was paid' AS rule, coalesce(r.charge, '') AS "where", format('%s of %s', r.amount, f.amount) AS found
     FROM (
       SELECT ${chargeOf('t.id')} AS charge, sum(t.amount) AS amount FROM ledger_transfers t
       WHERE t.id LIKE 'refund/%/fee-return/%' OR t.id LIKE 'payout/%/fee-return' GROUP BY 1
     ) r
     LEFT JOIN ledger_transfers f ON f.id = r.charge
     WHERE r.amount > coalesce(f.amount, 0)`,
  ),
  statement<LedgerFault>(
    'ledger-verify-missed-lines',
    `WITH last AS (
       SELECT DISTINCT ON (shop_id, currency) shop_id, 'shop/' || shop_id || '/settlement/' || currency AS account, open_since
       FROM settlement_batches WHERE closed_at IS NOT NULL ORDER BY shop_id, currency, number DESC
     )
     SELECT 'no movement is older than the open ones and in no batch' AS rule, t.id AS "where",
       format('%s, open since %s', t.created_at, last.open_since) AS found
     FROM last JOIN ledger_transfers t ON t.kind IN ('posted', 'post')
       -- What committed later than that is read again by the next batch.
       AND t.created_at < last.open_since - interval '${LATE_COMMIT_MS} ms'
       AND (starts_with(t.credit_account_id, last.account) OR starts_with(t.debit_account_id, last.account))
     WHERE t.id NOT LIKE 'payment/%/fee'
       AND NOT EXISTS (SELECT 1 FROM settlement_lines l WHERE l.transfer_id = t.id AND l.shop_id = last.shop_id)`,
  ),
  statement<LedgerFault>(
    'ledger-verify-payouts',
    `SELECT 'a payout stands in the ledger as its status says' AS rule, p.id AS "where",
       format('%s of %s: %s', p.status, p.amount, string_agg(t.id || ' ' || t.amount, ', ' ORDER BY t.id)) AS found
     FROM payouts p LEFT JOIN ledger_transfers t
       ON t.id IN (SELECT 'payout/' || p.id || '/' || name FROM unnest(ARRAY['created', 'paid', 'failed', 'cancelled', 'returned']) name)
     GROUP BY p.id
     HAVING array_agg(split_part(t.id, '/', 3) ORDER BY t.id) IS DISTINCT FROM (CASE p.status
         WHEN 'paid' THEN ARRAY['created', 'paid'] WHEN 'failed' THEN ARRAY['created', 'failed']
         WHEN 'cancelled' THEN ARRAY['cancelled', 'created'] WHEN 'returned' THEN ARRAY['created', 'paid', 'returned']
         ELSE ARRAY['created'] END)
       OR bool_or(t.amount <> p.amount OR t.currency <> p.currency OR t.id LIKE '%/paid'
         AND NOT starts_with(t.credit_account_id, coalesce('connector/' || p.connector, 'bank') || '/' || p.currency))`,
  ),
  statement<LedgerFault>(
    'ledger-verify-reserves',
    `WITH held AS (
       SELECT 'shop/' || r.shop_id || '/reserve/' || r.currency AS account,
         coalesce(sum(r.amount) FILTER (WHERE r.released_in IS NULL), 0) AS amount,
         count(*) FILTER (WHERE h.amount IS DISTINCT FROM r.amount
           OR l.amount IS DISTINCT FROM CASE WHEN r.released_in IS NOT NULL THEN r.amount END) AS unlike
       FROM settlement_reserves r
       LEFT JOIN ledger_transfers h ON h.id = 'reserve/' || r.batch_id || '/' || r.kind || '/hold'
       LEFT JOIN ledger_transfers l ON l.id = 'reserve/' || r.batch_id || '/' || r.kind || '/release'
       GROUP BY 1
     )
     SELECT 'a reserve is the holds of batches that are not released' AS rule, coalesce(held.account, a.id, '') AS "where",
       format('%s, held %s, transfers of %s holds differ', a.own, held.amount, held.unlike) AS found
     FROM held FULL JOIN (SELECT id, credits_posted - debits_posted AS own FROM ledger_accounts WHERE kind = 'reserve') a
       ON a.id = held.account
     WHERE coalesce(held.amount, 0) <> coalesce(a.own, 0) OR held.unlike > 0`,
  ),
];
