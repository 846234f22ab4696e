import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/**
 * Hourly counts of answered payment attempts by how long they took, in steps of a tenth, so that a percentile of any span is a
 * sum. The position goes back, so that the durations of two weeks are counted too.
 */
const TABLE = `
  CREATE TABLE attempt_durations (
    hour timestamptz NOT NULL,
    connector text NOT NULL,
    shop_id text NOT NULL,
    tool text NOT NULL,
    reason text NOT NULL,
    up_to_ms integer NOT NULL,
    attempt_count integer NOT NULL CHECK (attempt_count > 0),
    PRIMARY KEY (hour, connector, shop_id, tool, reason, up_to_ms)
  );
  UPDATE attempt_summary SET summarised_until = least(summarised_until, date_trunc('hour', now() - interval '15 days'))
  WHERE summarised_until IS NOT NULL;
`;

export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(TABLE);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP TABLE IF EXISTS attempt_durations');
}
