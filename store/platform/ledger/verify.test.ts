import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshDatabase } from '../../../tests/harness/database';
import { Database } from '../../postgres/database';
import { verifyLedger } from './verify';

/* Each rule of `ledger verify` is broken once, by a row that only the owner of the database can edit. */

let database: Database;
beforeAll(async () => {
  database = new Database({ url: await freshDatabase(), poolSize: 2 });
  await database.sequelize.query(LOOSEN);
});
beforeEach(async () => {
  await database.sequelize.query(`${CLEAR}; ${RECORD}; ${SUM_UP}`);
});
afterAll(() => database?.close());

/** Leaves the columns without rules, so that rows have only what `ledger verify` reads. */
const LOOSEN = `DO $$ DECLARE each record; BEGIN
  FOR each IN SELECT conname, conrelid::regclass AS name FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND contype IN ('f', 'c')
  LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS %I CASCADE', each.name, each.conname); END LOOP;
  FOR each IN SELECT c.table_name AS name, c.column_name AS field FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND is_nullable = 'NO' AND NOT EXISTS (
      SELECT 1 FROM information_schema.key_column_usage k JOIN information_schema.table_constraints r
        USING (constraint_schema, constraint_name, table_name)
      WHERE r.constraint_type = 'PRIMARY KEY' AND (k.table_name, k.column_name) = (c.table_name, c.column_name))
  LOOP EXECUTE format('ALTER TABLE %I ALTER %I DROP NOT NULL', each.name, each.field); END LOOP;
  FOR each IN SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'
  LOOP EXECUTE format('ALTER TABLE %I DISABLE TRIGGER ALL', each.name); END LOOP;
END $$`;

const CLEAR = `TRUNCATE ledger_accounts, ledger_transfers, payments, shop_velocities, refunds, chargebacks, deposits, withdrawals,
  w2w_transfers, settlement_batches, settlement_lines, settlement_reserves, payouts CASCADE`;

/** Two batches of another shop, the first paid, the second with a reserve of the first. Two payments, of which the second has a refund and an accepted chargeback; one of each movement of wallets; a hold of its own. */
const RECORD = `
  INSERT INTO ledger_accounts (id, kind, currency, may_go_negative)
    SELECT id, kind, 'RUB', kind <> 'wallet' FROM (VALUES
      ('connector/sandbox/RUB/00', 'connector'), ('shop/S/settlement/RUB', 'settlement'), ('platform/fees/RUB/00', 'fee'),
      ('wallet/W', 'wallet'), ('wallet/V', 'wallet'), ('source/D', 'source'), ('free/a', 'fee'), ('free/b', 'fee'),
      ('shop/T/settlement/RUB', 'settlement'), ('shop/T/in-transit/RUB', 'inTransit'), ('bank/RUB', 'bank'), ('shop/T/reserve/RUB', 'reserve')) a (id, kind);
  INSERT INTO ledger_transfers (id, kind, pending_id, debit_account_id, credit_account_id, amount, currency, reason)
    SELECT id, kind, nullif(pending, ''), debit, credit, amount, 'RUB', 'test' FROM (VALUES
      ('payment/I.1/hold', 'pending', '', 'connector/sandbox/RUB/00', 'shop/S/settlement/RUB', 10000),
      ('payment/I.1/post', 'post', 'payment/I.1/hold', 'connector/sandbox/RUB/00', 'shop/S/settlement/RUB', 10000),
      ('payment/I.2/hold', 'pending', '', 'connector/sandbox/RUB/00', 'shop/S/settlement/RUB', 20000),
      ('payment/I.2/post', 'post', 'payment/I.2/hold', 'connector/sandbox/RUB/00', 'shop/S/settlement/RUB', 20000),
      ('refund/I.2.1/hold/S', 'pending', '', 'shop/S/settlement/RUB', 'connector/sandbox/RUB/00', 4000),
      ('refund/I.2.1/post/S', 'post', 'refund/I.2.1/hold/S', 'shop/S/settlement/RUB', 'connector/sandbox/RUB/00', 4000),
      ('chargeback/I.2.1/1/body/hold', 'pending', '', 'shop/S/settlement/RUB', 'connector/sandbox/RUB/00', 5000),
      ('chargeback/I.2.1/1/body/post', 'post', 'chargeback/I.2.1/1/body/hold', 'shop/S/settlement/RUB', 'connector/sandbox/RUB/00', 5000),
      ('deposit/D1/1', 'posted', '', 'source/D', 'wallet/W', 9000),
      ('deposit/D1/1/fee', 'posted', '', 'source/D', 'platform/fees/RUB/00', 90),
      ('withdrawal/X/hold', 'pending', '', 'wallet/W', 'connector/sandbox/RUB/00', 3000),
      ('withdrawal/X/post', 'post', 'withdrawal/X/hold', 'wallet/W', 'connector/sandbox/RUB/00', 3000),
      ('w2w/T', 'posted', '', 'wallet/W', 'wallet/V', 1000),
      ('correction/1', 'posted', '', 'platform/fees/RUB/00', 'shop/T/settlement/RUB', 800),
      ('payout/P/created', 'posted', '', 'shop/T/settlement/RUB', 'shop/T/in-transit/RUB', 700),
      ('payout/P/paid', 'posted', '', 'shop/T/in-transit/RUB', 'bank/RUB', 700),
      ('correction/2', 'posted', '', 'platform/fees/RUB/00', 'shop/T/settlement/RUB', 50),
      ('correction/3', 'posted', '', 'platform/fees/RUB/00', 'shop/T/settlement/RUB', 20),
      ('reserve/1/rolling/hold', 'posted', '', 'shop/T/settlement/RUB', 'shop/T/reserve/RUB', 40),
      ('reserve/1/fixed/hold', 'posted', '', 'shop/T/settlement/RUB', 'shop/T/reserve/RUB', 5),
      ('reserve/1/rolling/release', 'posted', '', 'shop/T/reserve/RUB', 'shop/T/settlement/RUB', 40),
      ('free/hold', 'pending', '', 'free/a', 'free/b', 50),
      ('free/post', 'post', 'free/hold', 'free/a', 'free/b', 50)) t (id, kind, pending, debit, credit, amount);
  INSERT INTO payments (invoice_id, id, shop_id, status, amount, authorised_amount, currency, connector, created_at, refund_count, chargeback_count)
    VALUES ('I', '1', 'S', 'captured', 10000, 10000, 'RUB', 'sandbox', '2026-01-01Z', 0, 0),
      ('I', '2', 'S', 'captured', 20000, 20000, 'RUB', 'sandbox', '2026-01-01Z', 1, 1);
  INSERT INTO shop_velocities (shop_id, currency, day, amount) VALUES ('S', 'RUB', '2026-01-01', 30000);
  INSERT INTO refunds (invoice_id, payment_id, id, status, amount, parts)
    VALUES ('I', '2', '1', 'succeeded', 4000, '[{"shopID": "S", "amount": 4000}]');
  INSERT INTO chargebacks (invoice_id, payment_id, id, shop_id, currency, status, body, levy, round, parts)
    VALUES ('I', '2', '1', 'S', 'RUB', 'accepted', 5000, 0, 1, '[{"shopID": "S", "amount": 5000}]');
  INSERT INTO deposits (id, wallet_id, source_id, status, amount, currency, fee, reverted_amount, posting_count)
    VALUES ('D1', 'W', 'D', 'Succeeded', 9000, 'RUB', 90, 0, 1);
  INSERT INTO withdrawals (id, status, source_currency, source_amount, destination_currency, destination_amount)
    VALUES ('X', 'Succeeded', 'RUB', 3000, 'RUB', 3000);
  INSERT INTO w2w_transfers (id, status, amount) VALUES ('T', 'Succeeded', 1000);
  INSERT INTO settlement_batches (id, shop_id, currency, number, closed_at, open_since, opening, line_count, net, closing)
    VALUES ('1', 'T', 'RUB', 1, now(), '2026-01-01', 0, 3, 755, 55), ('2', 'T', 'RUB', 2, now(), '2100-01-01', 55, 3, 110, 165);
  INSERT INTO settlement_lines (shop_id, transfer_id, batch_id, gross, fee)
    VALUES ('T', 'correction/1', '1', 800, 0), ('T', 'payout/P/created', '1', -700, 0), ('T', 'correction/2', '2', 50, 0),
      ('T', 'correction/3', '2', 20, 0), ('T', 'reserve/1/rolling/hold', '1', -40, 0), ('T', 'reserve/1/fixed/hold', '1', -5, 0),
      ('T', 'reserve/1/rolling/release', '2', 40, 0);
  INSERT INTO settlement_reserves (batch_id, kind, shop_id, currency, amount, release_on, released_in)
    VALUES ('1', 'rolling', 'T', 'RUB', 40, '2026-01-01', '2'), ('1', 'fixed', 'T', 'RUB', 5, NULL, NULL);
  INSERT INTO payouts (id, shop_id, batch_id, amount, currency, status) VALUES ('P', 'T', '1', 700, 'RUB', 'paid')`;

/** Balances as the transfers say. */
const SUM_UP = `
  UPDATE ledger_accounts a SET (debits_posted, credits_posted, debits_pending, credits_pending) = (
    SELECT coalesce(sum(t.amount) FILTER (WHERE t.debit_account_id = a.id AND t.kind <> 'pending'), 0),
      coalesce(sum(t.amount) FILTER (WHERE t.credit_account_id = a.id AND t.kind <> 'pending'), 0),
      coalesce(sum(CASE t.kind WHEN 'pending' THEN t.amount ELSE - p.amount END) FILTER (WHERE t.debit_account_id = a.id), 0),
      coalesce(sum(CASE t.kind WHEN 'pending' THEN t.amount ELSE - p.amount END) FILTER (WHERE t.credit_account_id = a.id), 0)
    FROM ledger_transfers t LEFT JOIN ledger_transfers p ON p.id = t.pending_id)`;

const transfer = (change: string, id: string): string =>
  `UPDATE ledger_transfers SET ${change} WHERE id = '${id}'; ${SUM_UP}`;

/** Edits by the rule that they break. */
const CASES: [rule: string, edits: string[]][] = [
  [
    'balances follow from the transfers',
    [
      `UPDATE ledger_accounts SET debits_posted = debits_posted + 1, credits_posted = credits_posted + 1 WHERE id = 'free/a'`,
      `UPDATE ledger_accounts SET debits_pending = 1 WHERE id = 'free/a'`,
      `UPDATE ledger_accounts SET credits_pending = 1 WHERE id = 'wallet/V'`,
    ],
  ],
  ['each currency sums to zero', [`UPDATE ledger_accounts SET currency = 'USD' WHERE id = 'free/a'`]],
  [
    'no account gives more than it has',
    [
      `UPDATE ledger_accounts SET may_go_negative = false WHERE id = 'source/D'`,
      `INSERT INTO ledger_transfers (id, kind, debit_account_id, credit_account_id, amount, currency, reason)
       VALUES ('more', 'pending', 'wallet/V', 'free/a', 1001, 'RUB', 'test'); ${SUM_UP}`,
    ],
  ],
  [
    'a hold is resolved within its amount, by the same accounts',
    [
      transfer('amount = 51', 'free/post'),
      transfer(`credit_account_id = 'source/D'`, 'free/post'),
      transfer(`currency = 'USD'`, 'free/post'),
    ],
  ],
  [
    'a payment stands in the ledger as its status says',
    [
      `UPDATE payments SET status = 'pending' WHERE id = '1'`,
      `UPDATE payments SET status = 'processed' WHERE id = '1'`,
      `UPDATE payments SET status = 'failed' WHERE id = '1'; UPDATE shop_velocities SET amount = 20000`,
      `UPDATE payments SET status = 'cancelled' WHERE id = '1'; UPDATE shop_velocities SET amount = 20000`,
      `UPDATE payments SET amount = 9999 WHERE id = '1'`,
      transfer('amount = 9999', 'payment/I.1/post'),
    ],
  ],
  [
    'money is held with and returned by the connector that took it',
    [`UPDATE payments SET connector = 'other' WHERE id = '1'`, `UPDATE payments SET connector = 'sand' WHERE id = '2'`],
  ],
  [
    'the velocity of a shop is that of its payments',
    [
      `UPDATE shop_velocities SET amount = amount + 1`,
      `DELETE FROM shop_velocities`,
      `INSERT INTO shop_velocities (shop_id, currency, day, amount) VALUES ('S', 'RUB', '2026-01-02', 1)`,
    ],
  ],
  [
    'a refund stands in the ledger as its status says',
    [
      `UPDATE refunds SET status = 'pending'`,
      `UPDATE refunds SET status = 'failed'`,
      `UPDATE refunds SET amount = 3999`,
      `DELETE FROM refunds`,
      transfer('amount = 3999', 'refund/I.2.1/post/S'),
    ],
  ],
  [
    'a chargeback stands in the ledger as its status says',
    [
      `UPDATE chargebacks SET status = 'pending'`,
      `UPDATE chargebacks SET status = 'rejected'`,
      `UPDATE chargebacks SET levy = 1`,
      transfer('amount = 4999', 'chargeback/I.2.1/1/body/post'),
    ],
  ],
  [
    'each shop gives its part of a chargeback',
    [
      `UPDATE chargebacks SET parts = '[{"shopID": "S", "amount": 4999}]'`,
      `UPDATE chargebacks SET parts = '[{"shopID": "R", "amount": 5000}]'`,
    ],
  ],
  [
    'no more is taken back of a payment than was captured, and all of it ends it',
    [
      `UPDATE payments SET status = 'refunded' WHERE id = '2'`,
      `UPDATE payments SET status = 'charged_back' WHERE id = '2'`,
    ],
  ],
  [
    'a withdrawal stands in the ledger as its status says',
    [
      `UPDATE withdrawals SET status = 'Pending'`,
      `UPDATE withdrawals SET status = 'Failed'`,
      `UPDATE withdrawals SET source_amount = 3001`,
      transfer('amount = 2999', 'withdrawal/X/post'),
    ],
  ],
  [
    'a deposit stands in the ledger as its status says',
    [
      `UPDATE deposits SET amount = 9001`,
      `UPDATE deposits SET reverted_amount = 1`,
      transfer('amount = 8999', 'deposit/D1/1'),
    ],
  ],
  [
    'the source of a deposit has paid its fee',
    [
      `UPDATE deposits SET fee = 91`,
      `UPDATE deposits SET fee = NULL`,
      transfer('amount = 91', 'deposit/D1/1/fee'),
      `DELETE FROM ledger_transfers WHERE id = 'deposit/D1/1/fee'; ${SUM_UP}`,
    ],
  ],
  [
    'a transfer between wallets stands in the ledger as its status says',
    [`UPDATE w2w_transfers SET status = 'Failed'`, `UPDATE w2w_transfers SET amount = 1001`],
  ],
  [
    'a closed batch is its lines, after the batch before it',
    [
      `UPDATE settlement_batches SET opening = 54, closing = 164 WHERE number = 2`,
      `UPDATE settlement_batches SET net = 111 WHERE number = 2`,
      `UPDATE settlement_batches SET closing = 166 WHERE number = 2`,
      `UPDATE settlement_batches SET line_count = 1 WHERE number = 2`,
    ],
  ],
  [
    'a line of a batch is a movement of its shop',
    [
      `UPDATE settlement_lines SET gross = 35 WHERE transfer_id IN ('correction/2', 'correction/3')`,
      `UPDATE settlement_lines SET gross = gross + 1, fee = 1 WHERE transfer_id = 'correction/2'`,
    ],
  ],
  ['the VAT of a line is that of its fee', [`UPDATE settlement_lines SET vat = 1 WHERE transfer_id = 'correction/2'`]],
  [
    'no more of a fee is returned than was paid',
    [
      `INSERT INTO ledger_transfers (id, kind, debit_account_id, credit_account_id, amount, currency, reason)
       VALUES ('payout/P/fee-return', 'posted', 'free/a', 'free/b', 5, 'RUB', 'test'); ${SUM_UP}`,
      `INSERT INTO ledger_transfers (id, kind, debit_account_id, credit_account_id, amount, currency, reason)
       VALUES ('payment/I.2/fee', 'posted', 'free/b', 'free/a', 9, 'RUB', 'test'),
         ('refund/I.2.1/fee-return/0', 'posted', 'free/a', 'free/b', 5, 'RUB', 'test'),
         ('refund/I.2.2/fee-return/5', 'posted', 'free/a', 'free/b', 5, 'RUB', 'test'); ${SUM_UP}`,
    ],
  ],
  [
    'no movement is older than the open ones and in no batch',
    [
      `INSERT INTO ledger_transfers (id, kind, debit_account_id, credit_account_id, amount, currency, reason)
       VALUES ('correction/4', 'posted', 'shop/T/settlement/RUB', 'free/a', 5, 'RUB', 'test'); ${SUM_UP}`,
      `INSERT INTO ledger_transfers (id, kind, debit_account_id, credit_account_id, amount, currency, reason)
       VALUES ('correction/5', 'posted', 'free/a', 'shop/T/settlement/RUB', 5, 'RUB', 'test'); ${SUM_UP}`,
    ],
  ],
  [
    'a payout stands in the ledger as its status says',
    [
      `UPDATE payouts SET status = 'sent'`,
      `UPDATE payouts SET status = 'failed'`,
      `UPDATE payouts SET status = 'returned'`,
      `UPDATE payouts SET status = 'cancelled'`,
      `UPDATE payouts SET amount = 699`,
      `DELETE FROM ledger_transfers WHERE id = 'payout/P/paid'; ${SUM_UP}`,
    ],
  ],
  [
    'a reserve is the holds of batches that are not released',
    [
      `UPDATE settlement_reserves SET amount = 6 WHERE kind = 'fixed'`,
      `UPDATE settlement_reserves SET amount = 41 WHERE kind = 'rolling'`,
      `UPDATE settlement_reserves SET released_in = '2'`,
      `UPDATE settlement_reserves SET released_in = NULL`,
      `DELETE FROM settlement_reserves WHERE kind = 'fixed'`,
    ],
  ],
];

test('the untouched record has no fault', async () => {
  expect(await verifyLedger(database)).toEqual([]);
});

test('a movement that committed after its batch was read waits for the next one', async () => {
  await database.sequelize.query(
    `INSERT INTO ledger_transfers (id, kind, debit_account_id, credit_account_id, amount, currency, reason)
     VALUES ('correction/6', 'posted', 'free/a', 'shop/T/settlement/RUB', 5, 'RUB', 'test'); ${SUM_UP};
     UPDATE settlement_batches SET open_since = now() + interval '1 minute' WHERE number = 2`,
  );
  expect(await verifyLedger(database)).toEqual([]);
});

test('every rule has a case', () => {
  const text = ['verify.ts', 'verify-settlement.ts']
    .map((name) => readFileSync(join(__dirname, name), 'utf8'))
    .join('');
  const rules = [...text.matchAll(/SELECT '([^']+)' AS rule/g)];
  expect(CASES.map(([rule]) => rule)).toEqual(rules.map(([, rule]) => rule));
});

test.each(CASES.flatMap(([rule, edits]) => edits.map((edit): [string, string] => [rule, edit])))(
  'verify names “%s” only: %s',
  async (rule, edit) => {
    await database.sequelize.query(edit);
    const found = await verifyLedger(database);
    expect([...new Set(found.map((fault) => fault.rule))]).toEqual([rule]);
  },
);
