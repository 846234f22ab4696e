import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/**
 * What operators have sent again is a plan of subjects, which the worker puts back a few at a time; messages, attempts and
 * queues say of which replay they are. A webhook may be paused: its messages gather. Messages are found by their time
 * through a BRIN index, because they are written in its order and an ordinary index would cost each of them an entry.
 */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    ALTER TABLE webhooks ADD COLUMN paused_at timestamptz, ADD COLUMN pause_reason text;
    ALTER TABLE webhook_deliveries ADD COLUMN replay_id text;
    ALTER TABLE webhook_attempts ADD COLUMN replay_id text;
    ALTER TABLE webhook_queues ADD COLUMN replay_id text;
    CREATE INDEX webhook_queues_replayed ON webhook_queues (webhook_id) WHERE replay_id IS NOT NULL;
    CREATE INDEX webhook_events_occurred_at ON webhook_events USING brin (occurred_at);

    CREATE TABLE webhook_replays (
      id text NOT NULL,
      webhook_id text NOT NULL REFERENCES webhooks (id),
      subject_count integer NOT NULL,
      message_count integer NOT NULL,
      from_event_id bigint NOT NULL,
      to_event_id bigint NOT NULL,
      from_time timestamptz,
      to_time timestamptz,
      event_types text[],
      created_at timestamptz NOT NULL DEFAULT now(),
      finished_at timestamptz,
      is_cancelled boolean NOT NULL DEFAULT false,
      PRIMARY KEY (id, webhook_id)
    );
    CREATE INDEX webhook_replays_webhook_id ON webhook_replays (webhook_id);
    CREATE INDEX webhook_replays_open ON webhook_replays (created_at) WHERE finished_at IS NULL;

    CREATE TABLE webhook_replay_subjects (
      replay_id text NOT NULL,
      webhook_id text NOT NULL,
      first_event_id bigint NOT NULL,
      subject text NOT NULL,
      PRIMARY KEY (replay_id, webhook_id, first_event_id, subject),
      FOREIGN KEY (replay_id, webhook_id) REFERENCES webhook_replays (id, webhook_id)
    );
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    DROP TABLE webhook_replay_subjects; DROP TABLE webhook_replays;
    DROP INDEX webhook_events_occurred_at; DROP INDEX webhook_queues_replayed;
    ALTER TABLE webhook_queues DROP COLUMN replay_id;
    ALTER TABLE webhook_attempts DROP COLUMN replay_id;
    ALTER TABLE webhook_deliveries DROP COLUMN replay_id;
    ALTER TABLE webhooks DROP COLUMN pause_reason, DROP COLUMN paused_at;
  `);
}
