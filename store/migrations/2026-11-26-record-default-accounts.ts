import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** Accounts that the environment of the worker defines, and operations that may be returned after they succeeded. */
const UP = `
  CREATE TABLE default_connector_accounts (
    id text PRIMARY KEY,
    realm text NOT NULL CHECK (realm IN ('test', 'live')),
    is_configured boolean NOT NULL,
    is_enabled boolean NOT NULL DEFAULT true,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now()
  );

  CREATE TABLE return_look_ups (
    operation_id text PRIMARY KEY,
    connector text NOT NULL,
    due_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL
  );
  CREATE INDEX return_look_ups_due ON return_look_ups (due_at);
`;

const DOWN = `
  DROP TABLE return_look_ups;
  DROP TABLE default_connector_accounts;
`;

export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(UP);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(DOWN);
}
