import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** What an acquirer's answer contradicts: `[{fact, requested, answered}]`. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('ALTER TABLE reconciliation_findings ADD COLUMN differences jsonb');
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('ALTER TABLE reconciliation_findings DROP COLUMN IF EXISTS differences');
}
