import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** A new webhook takes the newest key of its party. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('ALTER TABLE webhooks ADD COLUMN key_created_at timestamptz NOT NULL DEFAULT now()');
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('ALTER TABLE webhooks DROP COLUMN key_created_at');
}
