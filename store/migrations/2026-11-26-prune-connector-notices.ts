import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** Finds the oldest statements of connectors, which the retention workflow deletes. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP INDEX CONCURRENTLY IF EXISTS connector_notices_received');
  await context.sequelize.query(
    'CREATE INDEX CONCURRENTLY connector_notices_received ON connector_notices (received_at)',
  );
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP INDEX CONCURRENTLY IF EXISTS connector_notices_received');
}
