import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/**
 * When a queue in trouble is tried next, so that one whose workflow was lost is noticed; and why messages were
 * discarded. The rest makes a delivery cheaper: the first pending message of a subject is found by the primary key, so
 * that an index of its own would only cost every delivery a second entry; and an attempt is written beside its delivery,
 * which refers to the webhook and the message already, so that references of its own would only lock both once more.
 */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    ALTER TABLE webhook_queues ADD COLUMN retry_at timestamptz;
    CREATE INDEX webhook_queues_retrying ON webhook_queues (retry_at) WHERE state = 'retrying';

    ALTER TABLE webhook_deliveries
      ADD COLUMN discard_reason text CHECK (discard_reason IN ('retriesEnded', 'operator', 'webhookDeleted')),
      ADD CHECK ((status = 'discarded') = (discard_reason IS NOT NULL));
    DROP INDEX webhook_deliveries_pending;

    ALTER TABLE webhook_attempts
      DROP CONSTRAINT webhook_attempts_webhook_id_fkey, DROP CONSTRAINT webhook_attempts_event_id_fkey;
    DROP INDEX webhook_attempts_event_id;
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    CREATE INDEX webhook_attempts_event_id ON webhook_attempts (event_id);
    ALTER TABLE webhook_attempts ADD FOREIGN KEY (webhook_id) REFERENCES webhooks (id),
      ADD FOREIGN KEY (event_id) REFERENCES webhook_events (id);

    CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (webhook_id, subject, event_id) WHERE status = 'pending';
    ALTER TABLE webhook_deliveries DROP COLUMN discard_reason;
    DROP INDEX webhook_queues_retrying;
    ALTER TABLE webhook_queues DROP COLUMN retry_at;
  `);
}
