import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/** How often a report's files could not be written, and since when and why it has failed: for operators, not for the API. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    ALTER TABLE reports
      ADD COLUMN IF NOT EXISTS failed_attempts integer NOT NULL DEFAULT 0,
      ADD COLUMN IF NOT EXISTS failure text,
      ADD COLUMN IF NOT EXISTS failed_at timestamptz`);
  await context.sequelize.query('DROP INDEX CONCURRENTLY IF EXISTS reports_failed_at');
  await context.sequelize.query(
    'CREATE INDEX CONCURRENTLY reports_failed_at ON reports (failed_at) WHERE failed_at IS NOT NULL',
  );
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP INDEX reports_failed_at');
  await context.sequelize.query(
    'ALTER TABLE reports DROP COLUMN failed_attempts, DROP COLUMN failure, DROP COLUMN failed_at',
  );
}
