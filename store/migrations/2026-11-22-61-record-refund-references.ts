import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/** What the provider calls a refund, which is neither our name for it nor the authorisation's. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('ALTER TABLE refunds ADD COLUMN provider_reference text;');
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('ALTER TABLE refunds DROP COLUMN provider_reference;');
}
