import type { Pool } from 'pg';
import type { Logger } from '../../runtime/logger';
import { startWithRetry } from '../../runtime/start-with-retry';

/**
 * The acquirer's database. `operations` stores responses, `attempts` every request, `effects` what really happened: it is
 * append-only without uniqueness, so that a doubled effect is visible. Ids are compared by bytes ("C"), which lets a prefix
 * search use the index.
 */
const statements = `
  CREATE TABLE IF NOT EXISTS operations (
    operation_id text COLLATE "C" PRIMARY KEY CHECK (length(operation_id) BETWEEN 1 AND 200),
    kind text NOT NULL CHECK (kind IN ('authorise', 'verify', 'capture', 'void', 'refund', 'payOut')),
    authorisation_id text COLLATE "C",
    request_hash bytea,
    amount bigint CHECK (amount >= 0),
    currency text,
    status text NOT NULL CHECK (status IN ('approved', 'declined', 'interactionRequired')),
    failure text,
    make_recurrent boolean NOT NULL DEFAULT false,
    scenario jsonb,
    tool_hash bytea,
    page jsonb,
    page_token text,
    pay_code text,
    interaction jsonb,
    expires_at timestamptz,
    callback_url text,
    created_at timestamptz NOT NULL DEFAULT now(),
    decided_at timestamptz,
    CHECK ((status = 'declined') = (failure IS NOT NULL)),
    CHECK ((status = 'interactionRequired') <= (page_token IS NOT NULL AND expires_at IS NOT NULL))
  );
  ALTER TABLE operations ADD COLUMN IF NOT EXISTS return_to text;
  ALTER TABLE operations ADD COLUMN IF NOT EXISTS garbled text;
  ALTER TABLE operations ADD COLUMN IF NOT EXISTS pending_until timestamptz;
  ALTER TABLE operations ADD COLUMN IF NOT EXISTS returned_at timestamptz;
  ALTER TABLE operations ADD COLUMN IF NOT EXISTS taken bigint CHECK (taken > 0);
  CREATE UNIQUE INDEX IF NOT EXISTS operations_page_token ON operations (page_token) WHERE page_token IS NOT NULL;
  CREATE INDEX IF NOT EXISTS operations_pay_code ON operations (pay_code) WHERE pay_code IS NOT NULL;
  CREATE INDEX IF NOT EXISTS operations_awaiting ON operations (expires_at) WHERE status = 'interactionRequired';

  CREATE INDEX IF NOT EXISTS operations_decided ON operations (decided_at, operation_id);

  CREATE TABLE IF NOT EXISTS attempts (
    operation_id text COLLATE "C" NOT NULL,
    attempted_at timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  CREATE INDEX IF NOT EXISTS attempts_operation ON attempts (operation_id);

  CREATE TABLE IF NOT EXISTS effects (
    operation_id text COLLATE "C" NOT NULL,
    authorisation_id text COLLATE "C" NOT NULL,
    kind text NOT NULL,
    amount bigint NOT NULL CHECK (amount >= 0),
    happened_at timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  CREATE INDEX IF NOT EXISTS effects_authorisation ON effects (authorisation_id, kind, amount);

  CREATE TABLE IF NOT EXISTS callbacks (
    operation_id text COLLATE "C" PRIMARY KEY,
    url text NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    next_attempt_at timestamptz NOT NULL DEFAULT now(),
    delivered_at timestamptz
  );
  CREATE INDEX IF NOT EXISTS callbacks_due ON callbacks (next_attempt_at) WHERE delivered_at IS NULL;

  CREATE TABLE IF NOT EXISTS behaviours (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    match jsonb NOT NULL,
    behaviour jsonb NOT NULL,
    times_left integer CHECK (times_left >= 0)
  );
`;

/** The key of the advisory lock. */
const SCHEMA_LOCK = 7_701;

/** Creates missing tables, also concurrently. Waits for a database that is starting. */
export function createSchema(pool: Pool, logger: Logger): Promise<void> {
  return startWithRetry(() => createTables(pool), { isRetryable: isUnavailable, logger, target: 'the database' });
}

/** PostgreSQL is unreachable, starting, recovering or shutting down. */
function isUnavailable(error: unknown): boolean {
  const { code = '', message } = error as { code?: string; message: string };
  return /^57P0[1-3]$|^ECONN/.test(code) || message.startsWith('Connection terminated');
}

async function createTables(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [SCHEMA_LOCK]);
    await client.query(statements);
    await client.query('COMMIT');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
