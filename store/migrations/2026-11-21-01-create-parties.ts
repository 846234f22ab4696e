import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/** Parties, their shops, and the keys that act for them. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    CREATE TABLE parties (
      id text PRIMARY KEY,
      created_at timestamptz NOT NULL DEFAULT now(),
      is_blocked boolean NOT NULL DEFAULT false,
      is_suspended boolean NOT NULL DEFAULT false,
      webhook_limit integer CHECK (webhook_limit >= 0)
    );

    CREATE TABLE shops (
      id text PRIMARY KEY,
      party_id text NOT NULL REFERENCES parties (id),
      created_at timestamptz NOT NULL DEFAULT now(),
      is_blocked boolean NOT NULL DEFAULT false,
      is_suspended boolean NOT NULL DEFAULT false,
      currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
      category_id integer NOT NULL,
      contract_id text NOT NULL,
      location_url text NOT NULL,
      name text NOT NULL,
      description text,
      terms jsonb NOT NULL DEFAULT '{}'
    );
    CREATE INDEX shops_party_id ON shops (party_id);

    CREATE TABLE api_keys (
      id text PRIMARY KEY,
      party_id text NOT NULL REFERENCES parties (id),
      name text NOT NULL,
      key_hash bytea NOT NULL UNIQUE,
      created_at timestamptz NOT NULL DEFAULT now(),
      revoked_at timestamptz
    );
    CREATE INDEX api_keys_party_id ON api_keys (party_id);
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP TABLE api_keys; DROP TABLE shops; DROP TABLE parties;');
}
