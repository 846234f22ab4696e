import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/** The keys of Standard Webhooks that go on signing for a while beside the one that took their place. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    CREATE TABLE webhook_previous_keys (
      id text PRIMARY KEY,
      webhook_id text NOT NULL REFERENCES webhooks (id),
      private_key_sealed text NOT NULL,
      signs_until timestamptz NOT NULL
    );
    CREATE INDEX webhook_previous_keys_webhook ON webhook_previous_keys (webhook_id);
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP TABLE webhook_previous_keys;');
}
