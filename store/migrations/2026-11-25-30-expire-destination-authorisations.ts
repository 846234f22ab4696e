import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/**
 * Destinations whose authorisation ran out become unauthorised and wait for an operator, however the first authorisation came. The
 * index finds the next authorisation to end.
 */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('ALTER TABLE destinations ADD COLUMN IF NOT EXISTS authorisation_ended_at timestamptz');
  await context.sequelize.query('DROP INDEX CONCURRENTLY IF EXISTS destinations_valid_until');
  await context.sequelize.query(`
    CREATE INDEX CONCURRENTLY destinations_valid_until ON destinations (valid_until, id)
    WHERE status = 'Authorized' AND valid_until IS NOT NULL`);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP INDEX destinations_valid_until');
  await context.sequelize.query('ALTER TABLE destinations DROP COLUMN authorisation_ended_at');
}
