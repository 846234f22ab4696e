import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/** The key that goes on signing a webhook's messages for a while after another was published. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    ALTER TABLE webhooks ADD COLUMN previous_private_key_sealed text, ADD COLUMN previous_key_until timestamptz;
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    ALTER TABLE webhooks DROP COLUMN previous_key_until, DROP COLUMN previous_private_key_sealed;
  `);
}
