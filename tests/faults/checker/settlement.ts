import { ask, type Check, type Question } from './evidence';

/** Recomputes batches and payouts from the transfers of shops' settlement accounts. */

/** What a posting and those of its transaction moved for a shop: a fee is posted beside what it is taken from. */
const MOVED = `sides AS (
    SELECT credit_account_id AS account, id, created_at, currency, amount FROM ledger_transfers WHERE kind <> 'pending' AND kind <> 'void'
    UNION ALL SELECT debit_account_id, id, created_at, currency, -amount FROM ledger_transfers WHERE kind <> 'pending' AND kind <> 'void'
  ), moved AS (
    SELECT split_part(account, '/', 2) AS shop, currency, created_at, split_part(id, '/', 1) || '/' || split_part(id, '/', 2) AS subject, sum(amount) AS amount
    FROM sides WHERE account LIKE 'shop/%/settlement/%' GROUP BY 1, 2, 3, 4
  )`;

/** The postings of a payout that its status allows. */
const POSTINGS = `(VALUES ('pending', ARRAY['created']), ('sent', ARRAY['created']), ('paid', ARRAY['created', 'paid']),
    ('failed', ARRAY['created', 'failed']), ('cancelled', ARRAY['cancelled', 'created']),
    ('returned', ARRAY['created', 'paid', 'returned'])) allowed (status, names)`;

const QUESTIONS: readonly Question[] = [
  {
    rule: 'a posting is in one batch at most',
    text: `SELECT transfer_id AS "where", format('%s batches', count(*)) AS found FROM settlement_lines
      GROUP BY transfer_id, shop_id HAVING count(*) > 1`,
  },
  {
    rule: 'the lines of batches are what the ledger moved',
    text: `WITH ${MOVED}, lines AS (
        SELECT b.shop_id AS shop, b.currency, t.created_at, split_part(t.id, '/', 1) || '/' || split_part(t.id, '/', 2) AS subject, sum(l.gross - l.fee) AS amount
        FROM settlement_lines l JOIN settlement_batches b ON b.id = l.batch_id JOIN ledger_transfers t ON t.id = l.transfer_id GROUP BY 1, 2, 3, 4
      )
      SELECT l.shop || ' ' || l.subject AS "where", format('lines of %s, postings of %s %s', l.amount, m.amount, l.currency) AS found
      FROM lines l LEFT JOIN moved m USING (shop, currency, created_at, subject) WHERE m.amount IS DISTINCT FROM l.amount`,
  },
  {
    rule: 'a batch continues the one before and is its lines',
    text: `WITH batches AS (
        SELECT b.id, b.number, b.opening, b.closing, b.net, b.closed_at, coalesce(p.amount, 0) AS payout,
          (SELECT coalesce(sum(gross - fee), 0) FROM settlement_lines WHERE batch_id = b.id) AS lines,
          coalesce(lag(b.closing) OVER shop, 0) AS before, coalesce(lag(b.number) OVER shop, 0) + 1 AS next
        FROM settlement_batches b LEFT JOIN payouts p ON p.batch_id = b.id
        WINDOW shop AS (PARTITION BY b.shop_id, b.currency ORDER BY b.number)
      )
      SELECT id AS "where", format('number %s after %s, opening %s after %s, lines %s, net %s, payout %s, closing %s',
        number, next - 1, opening, before, lines, net, payout, closing) AS found
      FROM batches WHERE number <> next OR opening <> before
        OR closed_at IS NOT NULL AND (closing <> opening + lines OR net <> lines + payout)`,
  },
  {
    rule: 'a shop has what its last batch left and what is in none',
    text: `WITH ${MOVED}, last AS (
        SELECT DISTINCT ON (shop_id, currency) shop_id AS shop, currency, closing FROM settlement_batches
        WHERE closed_at IS NOT NULL ORDER BY shop_id, currency, number DESC
      ), taken AS (
        SELECT DISTINCT l.shop_id AS shop, t.created_at, split_part(t.id, '/', 1) || '/' || split_part(t.id, '/', 2) AS subject
        FROM settlement_lines l JOIN ledger_transfers t ON t.id = l.transfer_id
      )
      SELECT last.shop AS "where", format('owed %s %s, closing %s, in no batch %s', sum(m.amount), last.currency, last.closing,
        sum(m.amount) FILTER (WHERE t.shop IS NULL)) AS found
      FROM last JOIN moved m USING (shop, currency) LEFT JOIN taken t USING (shop, created_at, subject)
      GROUP BY last.shop, last.currency, last.closing
      HAVING sum(m.amount) <> last.closing + coalesce(sum(m.amount) FILTER (WHERE t.shop IS NULL), 0)`,
  },
  {
    rule: 'a payout moves its money once',
    text: `SELECT p.id AS "where", format('%s of %s: %s', p.status, p.amount, string_agg(t.id || ' ' || t.amount, ', ' ORDER BY t.id)) AS found
      FROM payouts p LEFT JOIN ledger_transfers t ON t.id LIKE 'payout/%' AND split_part(t.id, '/', 2) = p.id AND t.id NOT LIKE '%/fee%'
      GROUP BY p.id
      HAVING array_agg(split_part(t.id, '/', 3) ORDER BY split_part(t.id, '/', 3)) IS DISTINCT FROM
          (SELECT names FROM ${POSTINGS} WHERE allowed.status = p.status)
        OR bool_or(t.amount <> p.amount OR t.currency <> p.currency)`,
  },
  {
    rule: 'in transit is what was sent and not answered',
    text: `WITH open AS (
        SELECT shop_id AS shop, currency, sum(amount) AS amount FROM payouts WHERE status IN ('pending', 'sent') GROUP BY 1, 2
      ), held AS (
        SELECT split_part(id, '/', 2) AS shop, currency, sum(credits_posted - debits_posted) AS amount
        FROM ledger_accounts WHERE id LIKE 'shop/%/in-transit/%' GROUP BY 1, 2
      )
      SELECT coalesce(o.shop, h.shop) AS "where", format('%s of %s', h.amount, o.amount) AS found
      FROM open o FULL JOIN held h USING (shop, currency) WHERE coalesce(o.amount, 0) <> coalesce(h.amount, 0)`,
  },
  {
    rule: 'a bank file orders each of its payouts, and no other file does',
    text: `WITH orders AS (
        SELECT f.id AS file, o.words[1] AS currency, replace(o.words[2], '.', '')::bigint AS amount, o.words[3] AS payout
        FROM bank_files f, LATERAL (SELECT array[
            substring(part FROM '<InstdAmt Ccy="([A-Z]{3})">'), substring(part FROM '<InstdAmt[^>]*>([0-9.]+)<'),
            substring(part FROM '<EndToEndId>([^<]*)<')] AS words
          FROM regexp_split_to_table(convert_from(f.content, 'UTF8'), '<CdtTrfTxInf>') WITH ORDINALITY AS parts (part, place) WHERE place > 1) o
        WHERE f.status <> 'cancelled'
      )
      SELECT coalesce(p.id, o.payout) AS "where", format('%s of %s in the file %s, ordered: %s', p.amount, p.currency, p.bank_file_id,
        string_agg(o.amount || ' ' || o.currency || ' by ' || o.file, ', ')) AS found
      FROM (SELECT * FROM payouts WHERE bank_file_id IS NOT NULL) p FULL JOIN orders o ON o.payout = p.id
      GROUP BY p.id, o.payout, p.amount, p.currency, p.bank_file_id
      HAVING count(o.file) <> 1 OR p.id IS NULL OR bool_or((o.file, o.amount, o.currency) IS DISTINCT FROM (p.bank_file_id, p.amount, p.currency))`,
  },
  {
    rule: 'a bank moves each payout once',
    text: `SELECT p.id AS "where", format('%s after %s', p.status, string_agg(l.result || ' of ' || l.statement_id, ', ')) AS found
      FROM payouts p JOIN bank_statement_lines l ON l.payout_id = p.id AND l.result NOT IN ('known', 'notBooked') GROUP BY p.id
      HAVING array_agg(l.result ORDER BY l.result) <> CASE p.status WHEN 'returned' THEN ARRAY['paid', 'returned'] ELSE ARRAY['paid'] END
        OR p.status NOT IN ('paid', 'returned') OR bool_or(l.amount <> p.amount OR l.currency <> p.currency)`,
  },
  {
    rule: 'two people record what happened to a payout',
    text: `WITH carried AS (
        SELECT id, type, parameters FROM operator_commands WHERE state = 'Succeeded' AND requested_by <> decided_by
      ), said AS (
        SELECT parameters ->> 'payoutID' AS payout, parameters ->> 'status' AS status FROM carried WHERE type = 'recordPayout'
        UNION ALL
        SELECT p.id, 'sent' FROM payouts p JOIN carried made ON made.type = 'createBankFile' AND made.id = p.bank_file_id
          JOIN carried c ON c.type = 'confirmBankFile' AND c.parameters ->> 'fileID' = p.bank_file_id
        UNION ALL
        SELECT l.payout_id, l.result FROM bank_statement_lines l
          JOIN carried c ON c.type = 'applyBankStatement' AND c.parameters ->> 'statementID' = l.statement_id
      )
      SELECT p.id AS "where", format('%s after %s', p.status, coalesce(string_agg(s.status, ', '), 'nothing')) AS found
      FROM payouts p LEFT JOIN said s ON s.payout = p.id
      GROUP BY p.id
      HAVING p.status <> 'pending' AND (p.connector IS NULL OR p.status = 'cancelled') AND NOT coalesce(bool_or(s.status = p.status), false)
        OR p.bank_file_id IS NOT NULL AND p.status <> 'pending' AND NOT coalesce(bool_or(s.status = 'sent'), false)
        OR count(DISTINCT s.status) FILTER (WHERE s.status IN ('paid', 'failed', 'cancelled')) > 1`,
  },
];

export const settlement: Check = ({ record }) => ask(record, QUESTIONS);
