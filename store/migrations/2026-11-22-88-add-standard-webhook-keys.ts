import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/** A webhook whose messages carry the headers of Standard Webhooks has a second key pair, of Ed25519. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    ALTER TABLE webhooks ADD COLUMN has_standard_headers boolean NOT NULL DEFAULT false,
      ADD COLUMN standard_public_key text, ADD COLUMN standard_private_key_sealed text;
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    ALTER TABLE webhooks DROP COLUMN standard_private_key_sealed, DROP COLUMN standard_public_key,
      DROP COLUMN has_standard_headers;
  `);
}
