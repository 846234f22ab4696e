import type { Client } from 'pg';

/** The tables that keep rows of a captured payment. */
const TABLES = ['invoices', 'payments', 'payment_attempts', 'events', 'webhook_events', 'ledger_transfers'] as const;

const CHUNK = 20_000;
const DAYS = 300;

/** Fills the database with consistent copies of one payment over the last year, so that `ledger verify` passes. */
export async function fillRecord(
  client: Client,
  { invoiceID, from, to }: { invoiceID: string; from: number; to: number },
): Promise<void> {
  const columns = new Map<string, string[]>();
  for (const table of TABLES) columns.set(table, await ownColumns(client, table));
  for (let first = from; first < to; first += CHUNK) {
    await client.query('BEGIN');
    // Checking foreign keys and triggers for each copy would take hours.
    await client.query('SET LOCAL session_replication_role = replica');
    for (const table of TABLES) {
      await client.query(copying(table, columns.get(table) ?? []), [invoiceID, first, Math.min(first + CHUNK, to) - 1]);
    }
    await client.query('COMMIT');
  }
  await client.query(BALANCES);
  await client.query(VELOCITIES);
  await client.query('VACUUM ANALYZE');
}

/** The columns that are not generated. */
async function ownColumns(client: Client, table: string): Promise<string[]> {
  const text = `SELECT column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`;
  const { rows } = await client.query<{ name: string }>(text, [table]);
  return rows.map(({ name }) => name);
}

function copying(table: (typeof TABLES)[number], columns: readonly string[]): string {
  const past = `to_char(now() - interval '1 day' * (1 + n % ${DAYS}), 'YYYY-MM-DD"T"HH24:MI:SSOF')`;
  const own = {
    invoices: `, jsonb_build_object('created_at', ${past})`,
    payments: `, jsonb_build_object('created_at', ${past})`,
    payment_attempts: '',
    events: '',
    webhook_events: `, jsonb_build_object('id', nextval('webhook_event_ids'))`,
    ledger_transfers: '',
  }[table];
  const of = {
    invoices: 't.id = $1',
    payments: 't.invoice_id = $1',
    payment_attempts: 't.invoice_id = $1',
    events: `t.subject_type = 'invoice' AND t.subject_id = $1`,
    webhook_events: `t.subject = 'invoice/' || $1`,
    ledger_transfers: `t.id LIKE 'payment/' || $1 || '.%'`,
  }[table];
  const renamed = `replace(to_jsonb(t)::text, $1, 'filled' || n)::jsonb`;
  return `INSERT INTO ${table} (${columns.join(', ')})
    SELECT ${columns.map((column) => `copy.${column}`).join(', ')} FROM ${table} t CROSS JOIN generate_series($2::integer, $3::integer) n
    CROSS JOIN LATERAL jsonb_populate_record(NULL::${table}, ${own === '' ? renamed : `${renamed} || ${own.slice(2)}`}) copy
    WHERE ${of}`;
}

/** The copies are fully captured, so no hold is open. */
const BALANCES = `
  WITH moved AS (
    SELECT debit_account_id AS debit, credit_account_id AS credit, sum(amount) AS amount
    FROM ledger_transfers WHERE kind <> 'pending' GROUP BY 1, 2
  ), sides AS (
    SELECT id, sum(debits) AS debits, sum(credits) AS credits FROM (
      SELECT debit AS id, amount AS debits, 0 AS credits FROM moved UNION ALL SELECT credit, 0, amount FROM moved
    ) each GROUP BY id
  )
  UPDATE ledger_accounts a SET debits_posted = s.debits, credits_posted = s.credits FROM sides s WHERE s.id = a.id`;

const VELOCITIES = `
  WITH counted AS (DELETE FROM shop_velocity_stripes)
  INSERT INTO shop_velocities (shop_id, currency, day, amount)
  SELECT shop_id, currency, (created_at AT TIME ZONE 'UTC')::date, sum(authorised_amount) FROM payments
  WHERE status NOT IN ('failed', 'cancelled') GROUP BY 1, 2, 3
  ON CONFLICT (shop_id, currency, day) DO UPDATE SET amount = EXCLUDED.amount`;

/** Disk bytes per payment by table with indexes, without those below one byte. */
export async function bytesByTable(client: Client, payments: number): Promise<{ table: string; bytes: number }[]> {
  const text = `SELECT relname AS "table", (pg_total_relation_size(oid) / $1::numeric)::float8 AS bytes FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 2 DESC`;
  const { rows } = await client.query<{ table: string; bytes: number }>(text, [payments]);
  return rows.filter(({ bytes }) => bytes >= 1);
}
