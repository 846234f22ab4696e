import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/**
 * A queue in trouble is attempted by a workflow of its own, or with the others of its webhook in batches. Both are counted by
 * webhook, and what is due next of one is found by its time.
 */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    ALTER TABLE webhook_queues DROP CONSTRAINT webhook_queues_state_check,
      ADD CONSTRAINT webhook_queues_state_check CHECK (state IN ('ready', 'retrying', 'batched'));
    CREATE INDEX webhook_queues_in_trouble ON webhook_queues (webhook_id, state, retry_at) WHERE state <> 'ready';
  `);
}

/** Queues whose workflow nobody starts are given one by the worker once they are overdue. */
export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    DROP INDEX webhook_queues_in_trouble;
    UPDATE webhook_queues SET state = 'retrying' WHERE state = 'batched';
    ALTER TABLE webhook_queues DROP CONSTRAINT webhook_queues_state_check,
      ADD CONSTRAINT webhook_queues_state_check CHECK (state IN ('ready', 'retrying'));
  `);
}
