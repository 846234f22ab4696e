import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/**
 * The index of workflows, without the ids of their commands: PostgreSQL would look for a command by its id in that index too, in all
 * of it, where that was planned while the outbox was empty. Made concurrently, so that nothing waits while it is built.
 */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP INDEX CONCURRENTLY IF EXISTS outbox_workflow_id');
  await context.sequelize.query('CREATE INDEX CONCURRENTLY outbox_workflow_id ON outbox (workflow_id)');
  await context.sequelize.query('DROP INDEX CONCURRENTLY IF EXISTS outbox_workflow');
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('CREATE INDEX CONCURRENTLY outbox_workflow ON outbox (workflow_id, id)');
  await context.sequelize.query('DROP INDEX CONCURRENTLY outbox_workflow_id');
}
