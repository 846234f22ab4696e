import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

const TABLES = ['invoices', 'payments', 'customer_bindings'];

/**
 * External ids that payers give have a namespace of their own: `external_id_scope` is what the access token was for, and
 * empty for what the merchant named with his key. All that is there already counts as the merchant's.
 */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  for (const table of TABLES) {
    await context.sequelize.query(`
      ALTER TABLE ${table} ADD COLUMN external_id_scope text NOT NULL DEFAULT '';
      ALTER INDEX ${table}_external_id RENAME TO ${table}_external_id_before;
      CREATE UNIQUE INDEX ${table}_external_id ON ${table} (party_id, external_id, external_id_scope)
        WHERE external_id IS NOT NULL;
      DROP INDEX ${table}_external_id_before;
    `);
  }
}

/** Refuses where a payer has given an external id that somebody else has given too. */
export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  for (const table of TABLES) {
    await context.sequelize.query(`
      DROP INDEX ${table}_external_id;
      CREATE UNIQUE INDEX ${table}_external_id ON ${table} (party_id, external_id) WHERE external_id IS NOT NULL;
      ALTER TABLE ${table} DROP COLUMN external_id_scope;
    `);
  }
}
