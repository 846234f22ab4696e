import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/**
 * What happened (events, numbered within their subject), what must be announced (webhooks and their deliveries), and
 * what a workflow must do about it (outbox). All are written by one statement, in the transaction of the change.
 */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    CREATE TABLE events (
      subject_type text NOT NULL,
      subject_id text NOT NULL,
      number integer NOT NULL CHECK (number > 0),
      occurred_at timestamptz NOT NULL,
      changes jsonb NOT NULL,
      PRIMARY KEY (subject_type, subject_id, number)
    );

    CREATE TABLE webhooks (
      id text PRIMARY KEY,
      party_id text NOT NULL REFERENCES parties (id),
      shop_id text REFERENCES shops (id),
      identity_id text,
      wallet_id text,
      topic text NOT NULL,
      event_types text[] NOT NULL,
      delivered_types text[] NOT NULL,
      url text NOT NULL,
      is_active boolean NOT NULL DEFAULT true,
      public_key text NOT NULL,
      private_key_sealed text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      deleted_at timestamptz
    );
    CREATE INDEX webhooks_party_id ON webhooks (party_id) WHERE deleted_at IS NULL;
    CREATE INDEX webhooks_shop_id ON webhooks (shop_id) WHERE deleted_at IS NULL;
    CREATE INDEX webhooks_identity_id ON webhooks (identity_id) WHERE deleted_at IS NULL;

    CREATE SEQUENCE webhook_event_ids;
    CREATE TABLE webhook_events (
      id bigint PRIMARY KEY,
      topic text NOT NULL,
      event_type text NOT NULL,
      subject text NOT NULL,
      occurred_at timestamptz NOT NULL,
      body text NOT NULL
    );

    CREATE TABLE webhook_queues (
      webhook_id text NOT NULL REFERENCES webhooks (id),
      subject text NOT NULL,
      last_event_id bigint NOT NULL,
      state text NOT NULL DEFAULT 'ready' CHECK (state IN ('ready', 'retrying')),
      lease_token text,
      leased_until timestamptz,
      PRIMARY KEY (webhook_id, subject)
    );
    CREATE INDEX webhook_queues_ready ON webhook_queues (last_event_id) WHERE state = 'ready';

    CREATE TABLE webhook_deliveries (
      webhook_id text NOT NULL REFERENCES webhooks (id),
      subject text NOT NULL,
      event_id bigint NOT NULL REFERENCES webhook_events (id),
      status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'discarded')),
      attempt_count integer NOT NULL DEFAULT 0,
      first_attempt_at timestamptz,
      finished_at timestamptz,
      PRIMARY KEY (webhook_id, subject, event_id)
    );
    CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (webhook_id, subject, event_id) WHERE status = 'pending';
    CREATE INDEX webhook_deliveries_event_id ON webhook_deliveries (event_id);

    CREATE TABLE webhook_attempts (
      webhook_id text NOT NULL REFERENCES webhooks (id),
      event_id bigint NOT NULL REFERENCES webhook_events (id),
      number integer NOT NULL CHECK (number > 0),
      started_at timestamptz NOT NULL,
      duration_ms integer NOT NULL,
      status integer,
      error text,
      answer text,
      PRIMARY KEY (webhook_id, event_id, number)
    );
    CREATE INDEX webhook_attempts_event_id ON webhook_attempts (event_id);

    CREATE TABLE outbox (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      workflow_id text NOT NULL,
      command jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      attempt_count integer NOT NULL DEFAULT 0,
      leased_until timestamptz,
      lease_token text
    );
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    DROP TABLE outbox; DROP TABLE webhook_attempts; DROP TABLE webhook_deliveries; DROP TABLE webhook_queues;
    DROP TABLE webhook_events; DROP SEQUENCE webhook_event_ids; DROP TABLE webhooks; DROP TABLE events;
  `);
}
