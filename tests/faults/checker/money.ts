import { ask, type Check, type Question } from './evidence';

/** Recomputes the ledger from its transfers, and compares payments, refunds and chargebacks. */

/** Every posting as two lines that sum to zero; holds are excluded. */
const LINES = `lines AS (
    SELECT credit_account_id AS account, currency, amount FROM ledger_transfers WHERE kind <> 'pending'
    UNION ALL SELECT debit_account_id, currency, -amount FROM ledger_transfers WHERE kind <> 'pending'
  )`;

/** Pending holds. */
const HELD = `held AS (
    SELECT debit_account_id AS account, amount FROM ledger_transfers t
    WHERE kind = 'pending' AND NOT EXISTS (SELECT FROM ledger_transfers r WHERE r.pending_id = t.id)
  )`;

const QUESTIONS: readonly Question[] = [
  {
    rule: 'postings sum to zero',
    text: `SELECT currency AS "where", sum(credits_posted - debits_posted)::text AS found
      FROM ledger_accounts GROUP BY currency HAVING sum(credits_posted - debits_posted) <> 0`,
  },
  {
    rule: 'a balance is the sum of its postings',
    text: `WITH ${LINES}, sums AS (SELECT account, sum(amount) AS amount FROM lines GROUP BY account)
      SELECT coalesce(a.id, s.account) AS "where",
        format('stored %s, postings %s', a.credits_posted - a.debits_posted, s.amount) AS found
      FROM ledger_accounts a FULL JOIN sums s ON s.account = a.id
      WHERE coalesce(a.credits_posted - a.debits_posted, 0) <> coalesce(s.amount, 0)`,
  },
  {
    rule: 'available is never below zero',
    text: `WITH ${LINES}, ${HELD}, sums AS (
        SELECT account, sum(amount) AS amount
        FROM (SELECT account, amount FROM lines UNION ALL SELECT account, -amount FROM held) every GROUP BY account
      )
      SELECT a.id AS "where", s.amount::text AS found FROM sums s JOIN ledger_accounts a ON a.id = s.account
      WHERE s.amount < 0 AND (NOT a.may_go_negative OR a.id LIKE 'wallet/%')`,
  },
  {
    rule: 'a hold is decided once, within its amount',
    text: `SELECT p.id AS "where", format('%s decisions, %s of %s', count(*), sum(r.amount), p.amount) AS found
      FROM ledger_transfers p JOIN ledger_transfers r ON r.pending_id = p.id
      GROUP BY p.id, p.amount HAVING count(*) > 1 OR sum(r.amount) > p.amount`,
  },
  {
    rule: 'a wallet owns what came in less what went out',
    text: `WITH ${LINES}, moved AS (
        SELECT wallet_id AS wallet, amount FROM deposits WHERE status = 'Succeeded'
        UNION ALL SELECT wallet_id, -amount FROM deposit_reverts WHERE status = 'Succeeded'
        UNION ALL SELECT wallet_id, -source_amount FROM withdrawals WHERE status = 'Succeeded'
        UNION ALL SELECT receiver_id, amount FROM w2w_transfers WHERE status = 'Succeeded'
        UNION ALL SELECT sender_id, -amount FROM w2w_transfers WHERE status = 'Succeeded'
      ), expected AS (SELECT wallet, sum(amount) AS amount FROM moved GROUP BY wallet),
      found AS (SELECT substr(account, 8) AS wallet, sum(amount) AS amount FROM lines WHERE account LIKE 'wallet/%' GROUP BY 1)
      SELECT coalesce(e.wallet, f.wallet) AS "where", format('owns %s, should own %s', f.amount, e.amount) AS found
      FROM expected e FULL JOIN found f ON f.wallet = e.wallet WHERE coalesce(e.amount, 0) <> coalesce(f.amount, 0)`,
  },
  {
    rule: 'an approved command moves money once, and no other does',
    text: `SELECT c.id AS "where", format('%s, %s deposits', c.state, count(d.id)) AS found
      FROM operator_commands c LEFT JOIN deposits d ON d.external_id = c.parameters ->> 'externalID'
      WHERE c.type = 'deposit' AND c.state <> 'Approved'
      GROUP BY c.id, c.state HAVING count(d.id) <> (c.state = 'Succeeded')::integer`,
  },
  {
    rule: 'captured is at most authorised',
    text: `SELECT invoice_id || '.' || id AS "where", format('%s of %s', amount, authorised_amount) AS found
      FROM payments WHERE amount > authorised_amount OR capture_amount > authorised_amount`,
  },
  {
    rule: 'refunds and chargebacks are at most captured',
    text: `WITH given AS (
        SELECT invoice_id, payment_id, amount FROM refunds WHERE status <> 'failed'
        UNION ALL SELECT invoice_id, payment_id, body FROM chargebacks WHERE status = 'accepted'
      ), sums AS (SELECT invoice_id, payment_id, sum(amount) AS amount FROM given GROUP BY 1, 2)
      SELECT p.invoice_id || '.' || p.id AS "where", format('%s of %s, %s', s.amount, p.amount, p.status) AS found
      FROM sums s JOIN payments p ON p.invoice_id = s.invoice_id AND p.id = s.payment_id
      WHERE s.amount > p.amount OR p.status NOT IN ('captured', 'refunded', 'charged_back')`,
  },
];

export const money: Check = ({ record }) => ask(record, QUESTIONS);
