import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** Lists destinations of all parties by status and age. */
const UP = `
  CREATE INDEX CONCURRENTLY destinations_status_created ON destinations (status, created_at, id)`;

export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await down({ name: '', context });
  await context.sequelize.query(UP);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP INDEX CONCURRENTLY IF EXISTS destinations_status_created');
}
