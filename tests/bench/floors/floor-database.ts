import { Pool } from 'pg';

/** Accounts of a kind, so that payments of one shop do not wait for each other. */
export const STRIPES = 16;

const SCHEMA = `
CREATE TABLE invoices (id text PRIMARY KEY, party_id text NOT NULL, shop_id text NOT NULL, external_id text,
  status text NOT NULL DEFAULT 'unpaid', amount bigint NOT NULL CHECK (amount > 0), currency text NOT NULL,
  product text NOT NULL, metadata jsonb NOT NULL, due_at timestamptz NOT NULL, last_event integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(), UNIQUE (party_id, external_id));
CREATE INDEX ON invoices (shop_id, created_at);
CREATE INDEX ON invoices (party_id, created_at);
CREATE INDEX ON invoices (due_at) WHERE status = 'unpaid';
CREATE TABLE cards (token text PRIMARY KEY, sealed bytea NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE payments (invoice_id text NOT NULL, id integer NOT NULL, status text NOT NULL,
  target text, shop_id text NOT NULL, amount bigint NOT NULL, currency text NOT NULL, card text NOT NULL, payer jsonb NOT NULL,
  held_until timestamptz, created_at timestamptz NOT NULL DEFAULT now(), changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (invoice_id, id)) WITH (fillfactor = 80);
CREATE INDEX ON payments (shop_id, created_at);
CREATE INDEX ON payments (created_at);
CREATE INDEX ON payments ((payer ->> 'email'));
CREATE INDEX ON payments (held_until) WHERE status = 'processed';
CREATE TABLE events (invoice_id text NOT NULL, number integer NOT NULL, type text NOT NULL, body jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (invoice_id, number));
CREATE TABLE messages (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, invoice_id text NOT NULL, number integer NOT NULL,
  body text NOT NULL);
CREATE TABLE outbox (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, workflow_id text NOT NULL, kind text NOT NULL);
CREATE TABLE accounts (id text PRIMARY KEY, balance bigint NOT NULL DEFAULT 0) WITH (fillfactor = 50);
CREATE TABLE transfers (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, debit text NOT NULL, credit text NOT NULL,
  amount bigint NOT NULL, invoice_id text NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
CREATE INDEX ON transfers (invoice_id);
CREATE INDEX ON transfers (debit);
CREATE INDEX ON transfers (credit);
INSERT INTO accounts (id) SELECT kind || stripe FROM unnest(ARRAY['payer', 'hold', 'shop', 'fee']) kind, generate_series(0, ${STRIPES - 1}) stripe;`;

/** An event and its message of `source`, a clause with `invoice_id`. */
const emit = (source: string, number: string, type: string, body: string): string =>
  `${type} AS (INSERT INTO events SELECT invoice_id, ${number}, '${type}', ${body}::text::jsonb FROM ${source}),
   m${type} AS (INSERT INTO messages (invoice_id, number, body) SELECT invoice_id, ${number}, ${body}::text FROM ${source} RETURNING id)`;

/** Moves shares of `p.amount` between accounts that are locked in order. */
const transfer = (accounts: string, moves: string): string =>
  `locked AS (SELECT id FROM accounts WHERE id = ANY (${accounts}) ORDER BY id FOR UPDATE),
   moves AS (SELECT debit, credit, share, invoice_id FROM p, LATERAL (VALUES ${moves}) m (debit, credit, share) WHERE (SELECT count(*) FROM locked) > 0),
   moved AS (INSERT INTO transfers (debit, credit, amount, invoice_id) SELECT * FROM moves),
   sums AS (SELECT id, sum(change) AS change FROM (SELECT debit AS id, -share AS change FROM moves UNION ALL SELECT credit, share FROM moves) c GROUP BY id),
   balances AS (UPDATE accounts a SET balance = balance + change FROM sums WHERE a.id = sums.id)`;

/** Each step in one statement: the change, its event and message, its command or transfers. */
const STATEMENTS = {
  invoice: `WITH i AS (INSERT INTO invoices (id, party_id, shop_id, external_id, amount, currency, product, metadata, due_at)
      VALUES ($1, 'demo', $2, $3, $4, $5, $6, $7, $8) RETURNING id AS invoice_id),
    ${emit('i', '1', 'InvoiceCreated', '$9')} SELECT id FROM "minvoicecreated"`,
  card: 'INSERT INTO cards (token, sealed) VALUES ($1, $2)',
  sealed: 'SELECT sealed FROM cards WHERE token = $1',
  payment: `WITH i AS (UPDATE invoices SET last_event = 2 WHERE id = $1 AND status = 'unpaid' RETURNING *),
    p AS (INSERT INTO payments (invoice_id, id, status, shop_id, amount, currency, card, payer)
      SELECT id, 1, 'pending', shop_id, amount, currency, $2, $3 FROM i RETURNING invoice_id),
    o AS (INSERT INTO outbox (workflow_id, kind) SELECT invoice_id || '.1', 'start' FROM p RETURNING id),
    ${emit('p', '2', 'PaymentStarted', '$4')} SELECT id, (SELECT id FROM o) AS command FROM "mpaymentstarted"`,
  authorised: `WITH p AS (UPDATE payments SET status = 'processed', held_until = $3, changed_at = now()
      WHERE invoice_id = $1 AND id = 1 AND status = 'pending' RETURNING *),
    ${transfer(`ARRAY['payer' || $4, 'hold' || $4]`, `('payer' || $4, 'hold' || $4, amount)`)},
    ${emit('p', '3', 'PaymentProcessed', '$2')} SELECT id FROM "mpaymentprocessed"`,
  decided: `WITH p AS (UPDATE payments SET target = 'captured', changed_at = now()
      WHERE invoice_id = $1 AND id = 1 AND status = 'processed' AND target IS NULL RETURNING invoice_id)
    INSERT INTO outbox (workflow_id, kind) SELECT invoice_id || '.1', 'signal' FROM p RETURNING id AS command`,
  captured: `WITH i AS (UPDATE invoices SET status = 'paid', last_event = 5 WHERE id = $1),
    p AS (UPDATE payments SET status = 'captured', changed_at = now()
      WHERE invoice_id = $1 AND id = 1 AND status = 'processed' RETURNING *),
    ${transfer(`ARRAY['hold' || $4, 'shop' || $4, 'fee' || $4]`, `('hold' || $4, 'shop' || $4, amount), ('shop' || $4, 'fee' || $4, amount / 40)`)},
    ${emit('p', '4', 'PaymentCaptured', '$2')}, ${emit('p', '5', 'InvoicePaid', '$3')}
    SELECT id FROM "mpaymentcaptured" UNION ALL SELECT id FROM "minvoicepaid"`,
  finished: `WITH m AS (DELETE FROM messages WHERE id = ANY ($1::bigint[])) DELETE FROM outbox WHERE id = ANY ($2::bigint[])`,
} as const;

export interface Row {
  id: string;
  command: string;
  sealed: Buffer;
}

/** A pool whose statements are prepared once a connection. */
export class FloorDatabase {
  private readonly durable: Pool;
  /** What is finished need not survive a crash: it is repeated. */
  private readonly relaxed: Pool;

  constructor(connectionString: string) {
    this.durable = new Pool({ connectionString, max: 16 });
    this.relaxed = new Pool({ connectionString, max: 4, options: '-c synchronous_commit=off' });
  }

  async create(): Promise<void> {
    await this.durable.query(SCHEMA);
  }

  async run(name: keyof typeof STATEMENTS, values: readonly unknown[]): Promise<Row[]> {
    const pool = name === 'finished' ? this.relaxed : this.durable;
    return (await pool.query<Row>({ name, text: STATEMENTS[name], values: [...values] })).rows;
  }
}
