import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** What connectors stated in callbacks, for look-ups of connectors without a query API. */
const TABLE = `
  CREATE TABLE connector_notices (
    connector text NOT NULL,
    id text NOT NULL,
    reference text NOT NULL,
    original_reference text,
    event text NOT NULL,
    is_success boolean NOT NULL,
    connector_reference text NOT NULL,
    amount bigint,
    currency text,
    details jsonb NOT NULL,
    stated_at timestamptz NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (connector, id)
  );
  CREATE INDEX connector_notices_reference ON connector_notices (reference, connector);
  CREATE INDEX connector_notices_original ON connector_notices (original_reference, connector)
    WHERE original_reference IS NOT NULL;
`;

export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(TABLE);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP TABLE IF EXISTS connector_notices');
}
