import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/**
 * What a key may do, until when, and when it last did. Keys that there are go on doing everything. And the parties whose calls are
 * limited otherwise than those of all.
 */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    ALTER TABLE api_keys ADD COLUMN scopes text[] NOT NULL DEFAULT '{read,payments,payouts,webhooks}',
      ADD COLUMN expires_at timestamptz, ADD COLUMN last_used_at timestamptz, ADD COLUMN last_limited_at timestamptz;

    CREATE TABLE request_limits (
      party_id text PRIMARY KEY REFERENCES parties (id),
      per_key integer CHECK (per_key > 0),
      per_token integer CHECK (per_token > 0)
    );
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    DROP TABLE request_limits;
    ALTER TABLE api_keys DROP COLUMN last_limited_at, DROP COLUMN last_used_at, DROP COLUMN expires_at, DROP COLUMN scopes;
  `);
}
