import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/**
 * The index of queues that retry serves who looks for a time, and nobody else: without `IS NOT NULL` PostgreSQL would count those of
 * one webhook by it, among those of all, where that was planned while nothing waited. Made concurrently, so that nothing waits while it is built.
 */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP INDEX CONCURRENTLY IF EXISTS webhook_queues_retry_at');
  await context.sequelize.query(`
    CREATE INDEX CONCURRENTLY webhook_queues_retry_at ON webhook_queues (retry_at)
    WHERE state = 'retrying' AND retry_at IS NOT NULL`);
  await context.sequelize.query('DROP INDEX CONCURRENTLY IF EXISTS webhook_queues_retrying');
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(
    `CREATE INDEX CONCURRENTLY webhook_queues_retrying ON webhook_queues (retry_at) WHERE state = 'retrying'`,
  );
  await context.sequelize.query('DROP INDEX CONCURRENTLY webhook_queues_retry_at');
}
