import { statement, type Database } from '../../postgres/database';
import type { LedgerFault } from './ledger-fault';
import { SETTLEMENT_CHECKS } from './verify-settlement';
import { SETTLEMENT_REPORT_CHECKS } from '../../merchants/settlement-report/settlement-report.verify';

const CHECKS = [
  statement<LedgerFault>(
    'ledger-verify-balances',
    `WITH moved AS (
       SELECT t.debit_account_id, t.credit_account_id, t.kind, t.amount, p.amount AS held
       FROM ledger_transfers t LEFT JOIN ledger_transfers p ON p.id = t.pending_id
     ), sides AS (
       SELECT debit_account_id AS id,
         CASE WHEN kind <> 'pending' THEN amount ELSE 0 END AS debits_posted, 0::bigint AS credits_posted,
         CASE WHEN kind = 'pending' THEN amount ELSE - coalesce(held, 0) END AS debits_pending, 0::bigint AS credits_pending
       FROM moved
       UNION ALL
       SELECT credit_account_id, 0, CASE WHEN kind <> 'pending' THEN amount ELSE 0 END, 0,
         CASE WHEN kind = 'pending' THEN amount ELSE - coalesce(held, 0) END
       FROM moved
     ), sums AS (
       SELECT id, sum(debits_posted) dp, sum(credits_posted) cp, sum(debits_pending) dh, sum(credits_pending) ch
       FROM sides GROUP BY id
     )
     SELECT 'balances follow from the transfers' AS rule, a.id AS "where",
       format('stored %s/%s/%s/%s, summed %s/%s/%s/%s', a.debits_posted, a.credits_posted, a.debits_pending, a.credits_pending,
         coalesce(dp, 0), coalesce(cp, 0), coalesce(dh, 0), coalesce(ch, 0)) AS found
     FROM ledger_accounts a LEFT JOIN sums s ON s.id = a.id
     WHERE (a.debits_posted, a.credits_posted, a.debits_pending, a.credits_pending)
       IS DISTINCT FROM (coalesce(dp, 0), coalesce(cp, 0), coalesce(dh, 0), coalesce(ch, 0))`,
  ),
  statement<LedgerFault>(
    'ledger-verify-zero',
    `SELECT 'each currency sums to zero' AS rule, currency AS "where", sum(credits_posted - debits_posted)::text AS found
     FROM ledger_accounts GROUP BY currency HAVING sum(credits_posted - debits_posted) <> 0`,
  ),
  statement<LedgerFault>(
    'ledger-verify-overdrawn',
    `SELECT 'no account gives more than it has' AS rule, id AS "where", (credits_posted - debits_posted - debits_pending)::text AS found
     FROM ledger_accounts WHERE NOT may_go_negative AND credits_posted < debits_posted + debits_pending`,
  ),
  statement<LedgerFault>(
    'ledger-verify-holds',
    `SELECT 'a hold is resolved within its amount, by the same accounts' AS rule, t.id AS "where",
       format('%s of %s', t.amount, p.amount) AS found
     FROM ledger_transfers t JOIN ledger_transfers p ON p.id = t.pending_id
     WHERE p.kind <> 'pending' OR t.amount > p.amount OR t.currency <> p.currency
       OR (t.debit_account_id, t.credit_account_id) <> (p.debit_account_id, p.credit_account_id)`,
  ),
  statement<LedgerFault>(
    'ledger-verify-payments',
    `WITH posted AS (
       SELECT p.invoice_id || '.' || p.id AS name, p.status, p.amount,
         h.amount AS held, r.kind AS resolution, r.amount AS resolved
       FROM payments p
       LEFT JOIN ledger_transfers h ON h.id = 'payment/' || p.invoice_id || '.' || p.id || '/hold'
       LEFT JOIN ledger_transfers r ON r.pending_id = h.id
     )
     SELECT 'a payment stands in the ledger as its status says' AS rule, name AS "where",
       format('%s of %s: held %s, %s %s', status, amount, held, resolution, resolved) AS found
     FROM posted
     WHERE CASE
       WHEN status IN ('pending', 'failed') THEN held IS NOT NULL
       WHEN status = 'processed' THEN held IS NULL OR resolution IS NOT NULL
       WHEN status = 'cancelled' THEN resolution IS DISTINCT FROM 'void'
       ELSE resolution IS DISTINCT FROM 'post' OR resolved <> amount
     END`,
  ),
  statement<LedgerFault>(
    'ledger-verify-connectors',
    `WITH moved AS (
       SELECT p.connector, p.currency, h.id, h.debit_account_id AS account
       FROM payments p JOIN ledger_transfers h ON h.id = 'payment/' || p.invoice_id || '.' || p.id || '/hold'
       UNION ALL
       SELECT p.connector, p.currency, h.id, h.credit_account_id
       FROM refunds r JOIN payments p ON p.invoice_id = r.invoice_id AND p.id = r.payment_id
       CROSS JOIN LATERAL jsonb_array_elements(r.parts) part
       JOIN ledger_transfers h ON h.id = 'refund/' || r.invoice_id || '.' || r.payment_id || '.' || r.id || '/hold/' || (part ->> 'shopID')
     )
     SELECT 'money is held with and returned by the connector that took it' AS rule, id AS "where",
       format('%s, not %s', account, connector) AS found
     FROM moved
     WHERE NOT starts_with(account, 'connector/' || connector || '/' || currency || '/')`,
  ),
  statement<LedgerFault>(
    'ledger-verify-shop-velocities',
    `WITH begun AS (
       SELECT shop_id, currency, (created_at AT TIME ZONE 'UTC')::date AS day, sum(authorised_amount) AS amount FROM payments
       WHERE status NOT IN ('failed', 'cancelled') GROUP BY 1, 2, 3
     ), counted AS (
       SELECT shop_id, currency, day, sum(amount) AS amount
       FROM (SELECT shop_id, currency, day, amount FROM shop_velocities
         UNION ALL SELECT shop_id, currency, day, amount FROM shop_velocity_stripes) part
       GROUP BY 1, 2, 3
     )
     SELECT 'the velocity of a shop is that of its payments' AS rule, format('%s/%s/%s', shop_id, currency, day) AS "where",
       format('stored %s, summed %s', t.amount, b.amount) AS found
     FROM counted t FULL JOIN begun b USING (shop_id, currency, day)
     WHERE coalesce(t.amount, 0) <> coalesce(b.amount, 0)`,
  ),
  statement<LedgerFault>(
    'ledger-verify-refunds',
    `WITH held AS (
       SELECT split_part(h.id, '/', 2) AS name, sum(h.amount) FILTER (WHERE h.id LIKE '%/hold/%') AS held, count(*) AS parts,
         count(*) FILTER (WHERE r.kind = 'post' AND r.amount = h.amount) AS posted,
         count(*) FILTER (WHERE r.kind = 'void') AS voided
       FROM ledger_transfers h LEFT JOIN ledger_transfers r ON r.pending_id = h.id
       WHERE h.id LIKE 'refund/%' AND h.kind = 'pending' GROUP BY 1
     )
     SELECT 'a refund stands in the ledger as its status says' AS rule, format('%s', coalesce(f.name, h.name)) AS "where",
       format('%s of %s: held %s in %s parts, posted %s, voided %s', status, amount, held, parts, posted, voided) AS found
     FROM (SELECT invoice_id || '.' || payment_id || '.' || id AS name, status, amount FROM refunds) f
     FULL JOIN held h ON h.name = f.name
     WHERE held IS DISTINCT FROM amount OR (posted, voided) IS DISTINCT FROM
       (CASE status WHEN 'succeeded' THEN parts ELSE 0 END, CASE status WHEN 'failed' THEN parts ELSE 0 END)`,
  ),
  statement<LedgerFault>(
    'ledger-verify-chargebacks',
    `WITH rounds AS (
       SELECT split_part(h.id, '/', 2) AS name, split_part(h.id, '/', 3)::integer AS round, sum(h.amount) AS held,
         count(*) FILTER (WHERE r.kind = 'post' AND r.amount = h.amount AND back.id IS NULL) AS taken,
         count(*) FILTER (WHERE r.kind IS NULL) AS open,
         count(*) AS parts
       FROM ledger_transfers h
       LEFT JOIN ledger_transfers r ON r.pending_id = h.id
       LEFT JOIN ledger_transfers back ON back.id = regexp_replace(h.id, 'hold$', 'return')
         AND back.amount = h.amount AND back.debit_account_id = h.credit_account_id
       WHERE h.id LIKE 'chargeback/%' AND h.kind = 'pending' GROUP BY 1, 2
     )
     SELECT 'a chargeback stands in the ledger as its status says' AS rule, c.name || '/' || coalesce(r.round, c.round) AS "where",
       format('%s in round %s: held %s, parts taken %s, open %s', c.status, c.round, r.held, r.taken, r.open) AS found
     FROM (SELECT invoice_id || '.' || payment_id || '.' || id AS name, * FROM chargebacks) c
     LEFT JOIN rounds r ON r.name = c.name
     WHERE r.parts IS NULL
       OR r.round = c.round AND (r.held <> c.body + c.levy OR r.parts <> jsonb_array_length(c.parts) + (c.levy > 0)::integer)
       OR r.open <> CASE WHEN r.round = c.round AND c.status = 'pending' THEN r.parts ELSE 0 END
       OR r.taken <> CASE WHEN r.round = c.round AND c.status = 'accepted' THEN r.parts ELSE 0 END`,
  ),
  statement<LedgerFault>(
    'ledger-verify-chargeback-parts',
    `SELECT 'each shop gives its part of a chargeback' AS rule, c.name AS "where",
       format('%s should give %s, its hold is %s', part.shop, part.amount, h.amount) AS found
     FROM (SELECT 'chargeback/' || invoice_id || '.' || payment_id || '.' || id || '/' || round AS name, * FROM chargebacks) c
     CROSS JOIN LATERAL (
       SELECT p ->> 'shopID' AS shop, (p ->> 'amount')::bigint AS amount FROM jsonb_array_elements(c.parts) p
     ) part
     LEFT JOIN ledger_transfers h ON h.debit_account_id = 'shop/' || part.shop || '/settlement/' || c.currency
       AND h.id = c.name || '/body' || CASE WHEN part.shop = c.shop_id THEN '' ELSE '/' || part.shop END || '/hold'
     WHERE h.amount IS DISTINCT FROM part.amount`,
  ),
  statement<LedgerFault>(
    'ledger-verify-taken-back',
    `WITH taken AS (
       SELECT p.invoice_id || '.' || p.id AS name, p.status, p.amount,
         coalesce((SELECT sum(r.amount) FROM refunds r
           WHERE r.invoice_id = p.invoice_id AND r.payment_id = p.id AND r.status <> 'failed'), 0) AS refunded,
         coalesce((SELECT sum(c.body) FROM chargebacks c
           WHERE c.invoice_id = p.invoice_id AND c.payment_id = p.id AND c.status = 'accepted'), 0) AS charged_back,
         EXISTS (SELECT 1 FROM refunds r
           WHERE r.invoice_id = p.invoice_id AND r.payment_id = p.id AND r.status = 'pending') OR
         EXISTS (SELECT 1 FROM chargebacks c
           WHERE c.invoice_id = p.invoice_id AND c.payment_id = p.id AND c.status = 'pending') AS is_undecided
       FROM payments p WHERE p.refund_count > 0 OR p.chargeback_count > 0
     )
     SELECT 'no more is taken back of a payment than was captured, and all of it ends it' AS rule, name AS "where",
       format('%s of %s: refunded %s, charged back %s', status, amount, refunded, charged_back) AS found
     FROM taken
     WHERE refunded + charged_back > amount
       OR NOT is_undecided AND (status IN ('refunded', 'charged_back')) <> (refunded + charged_back = amount)`,
  ),
  statement<LedgerFault>(
    'ledger-verify-withdrawals',
    `SELECT 'a withdrawal stands in the ledger as its status says' AS rule, w.id AS "where",
       format('%s of %s: held %s, %s %s', w.status, w.expected, h.amount, r.kind, r.amount) AS found
     FROM (
       SELECT w.id, w.status, leg.* FROM withdrawals w CROSS JOIN LATERAL (VALUES
         ('hold', CASE WHEN w.source_currency = w.destination_currency THEN w.destination_amount ELSE w.source_amount END),
         ('fee-hold', CASE WHEN w.source_currency = w.destination_currency THEN nullif(w.source_amount - w.destination_amount, 0) END)
       ) leg (name, expected)
     ) w
     LEFT JOIN ledger_transfers h ON h.id = 'withdrawal/' || w.id || '/' || w.name
     LEFT JOIN ledger_transfers r ON r.pending_id = h.id
     WHERE CASE w.status
       WHEN 'Pending' THEN h.amount IS DISTINCT FROM w.expected OR r.kind IS NOT NULL
       WHEN 'Succeeded' THEN h.amount IS DISTINCT FROM w.expected OR r.amount IS DISTINCT FROM w.expected
         OR h.id IS NOT NULL AND r.kind IS DISTINCT FROM 'post'
       ELSE h.id IS NOT NULL AND r.kind IS DISTINCT FROM 'void'
     END`,
  ),
  statement<LedgerFault>(
    'ledger-verify-deposits',
    `SELECT 'a deposit stands in the ledger as its status says' AS rule, d.id AS "where",
       format('%s of %s: given %s, reverted %s', d.status, d.amount, m.given, m.reverted) AS found
     FROM deposits d CROSS JOIN LATERAL (
       SELECT
         (SELECT coalesce(sum(CASE WHEN t.credit_account_id = 'wallet/' || d.wallet_id THEN t.amount ELSE - t.amount END), 0)
          FROM ledger_transfers t
          WHERE t.id IN (SELECT 'deposit/' || d.id || '/' || n FROM generate_series(1, d.posting_count) n)) AS given,
         (SELECT coalesce(sum(p.amount), 0) FROM deposit_reverts v
          JOIN ledger_transfers p ON p.pending_id = 'deposit-revert/' || v.id || '/hold' AND p.kind = 'post'
          WHERE v.deposit_id = d.id AND v.status = 'Succeeded') AS reverted
     ) m
     WHERE m.given <> CASE d.status WHEN 'Succeeded' THEN d.amount ELSE 0 END OR m.reverted <> d.reverted_amount`,
  ),
  statement<LedgerFault>(
    'ledger-verify-deposit-fees',
    `SELECT 'the source of a deposit has paid its fee' AS rule, d.id AS "where",
       format('%s with a fee of %s: paid %s', d.status, d.fee, m.paid) AS found
     FROM deposits d CROSS JOIN LATERAL (
       SELECT coalesce(sum(CASE WHEN t.debit_account_id LIKE 'source/%' THEN t.amount ELSE - t.amount END), 0) AS paid
       FROM ledger_transfers t
       WHERE t.id IN (SELECT 'deposit/' || d.id || '/' || n || '/fee' FROM generate_series(1, d.posting_count) n)
     ) m
     WHERE m.paid <> CASE d.status WHEN 'Succeeded' THEN coalesce(d.fee, 0) ELSE 0 END`,
  ),
  statement<LedgerFault>(
    'ledger-verify-transfers',
    `SELECT 'a transfer between wallets stands in the ledger as its status says' AS rule, w.id AS "where",
       format('%s of %s: moved %s', w.status, w.amount, t.amount) AS found
     FROM w2w_transfers w LEFT JOIN ledger_transfers t ON t.id = 'w2w/' || w.id
     WHERE CASE w.status WHEN 'Succeeded' THEN t.amount IS DISTINCT FROM w.amount ELSE t.id IS NOT NULL END`,
  ),
  ...SETTLEMENT_CHECKS,
  ...SETTLEMENT_REPORT_CHECKS,
];

/** Checking millions of transfers takes minutes, longer than the timeout for requests. */
const UNLIMITED = statement('ledger-verify-unlimited', `SELECT FROM set_config('statement_timeout', '0', true)`);

/** Checks the ledger's invariants; an empty list means that all hold. */
export async function verifyLedger(database: Database): Promise<LedgerFault[]> {
  return database.transaction(async (tx) => {
    await database.run(UNLIMITED, [], tx);
    const faults: LedgerFault[] = [];
    for (const check of CHECKS) faults.push(...(await database.run(check, [], tx)));
    return faults;
  });
}
