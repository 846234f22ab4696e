import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/** Ready queues are taken webhook by webhook, so that ten thousand of one are not walked through to find another's. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    DROP INDEX webhook_queues_ready;
    CREATE INDEX webhook_queues_ready ON webhook_queues (webhook_id, last_event_id) WHERE state = 'ready';
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    DROP INDEX webhook_queues_ready;
    CREATE INDEX webhook_queues_ready ON webhook_queues (last_event_id) WHERE state = 'ready';
  `);
}
