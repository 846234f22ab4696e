import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** Accounts with acquirers, their recent failures, and why a payment was routed as it was. */
const UP = `
  CREATE TABLE connector_accounts (
    id text PRIMARY KEY CHECK (id ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
    connector text NOT NULL,
    name text NOT NULL,
    realm text NOT NULL CHECK (realm IN ('test', 'live')),
    is_enabled boolean NOT NULL DEFAULT true,
    settings jsonb NOT NULL DEFAULT '{}',
    encrypted_credentials text NOT NULL,
    credentials_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now()
  );

  -- One row for each account that had a request; the counts decay.
  CREATE TABLE connector_account_health (
    account text PRIMARY KEY,
    request_count double precision NOT NULL,
    failure_count double precision NOT NULL,
    observed_at timestamptz NOT NULL,
    passed_over_until timestamptz
  );

  ALTER TABLE payments ADD COLUMN routing jsonb;
`;

const DOWN = `
  ALTER TABLE payments DROP COLUMN routing;
  DROP TABLE connector_account_health;
  DROP TABLE connector_accounts;
`;

export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(UP);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(DOWN);
}
