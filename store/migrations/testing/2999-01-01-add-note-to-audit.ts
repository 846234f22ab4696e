import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** A later migration, which tests apply after those of the application. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('ALTER TABLE audit_log ADD COLUMN note text');
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('ALTER TABLE audit_log DROP COLUMN note');
}
