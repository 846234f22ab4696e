import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** Every account is stored: none is defined by the environment of a worker. */
const UP = `DROP TABLE default_connector_accounts`;

const DOWN = `
  CREATE TABLE default_connector_accounts (
    id text PRIMARY KEY,
    realm text NOT NULL CHECK (realm IN ('test', 'live')),
    is_configured boolean NOT NULL,
    is_enabled boolean NOT NULL DEFAULT true,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now()
  )
`;

export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(UP);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(DOWN);
}
