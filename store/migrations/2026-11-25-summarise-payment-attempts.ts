import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/**
 * Hourly sums of ended payment attempts. The BRIN index finds the attempts of an hour, because attempts are written when they
 * end, and costs a write nothing.
 */
const TABLES = `
  CREATE TABLE attempt_hours (
    hour timestamptz NOT NULL,
    connector text NOT NULL,
    shop_id text NOT NULL,
    tool text NOT NULL,
    outcome text NOT NULL,
    reason text NOT NULL,
    currency text NOT NULL,
    attempt_count integer NOT NULL CHECK (attempt_count > 0),
    amount numeric(38) NOT NULL,
    PRIMARY KEY (hour, connector, shop_id, tool, outcome, reason, currency)
  );

  -- Hours before \`summarised_until\` are complete.
  CREATE TABLE attempt_summary (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    summarised_until timestamptz
  );
  INSERT INTO attempt_summary DEFAULT VALUES;
`;

export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP INDEX CONCURRENTLY IF EXISTS payment_attempts_ended_at');
  await context.sequelize.query(
    'CREATE INDEX CONCURRENTLY payment_attempts_ended_at ON payment_attempts USING brin (ended_at) WITH (pages_per_range = 16)',
  );
  await context.sequelize.query(TABLES);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP TABLE IF EXISTS attempt_hours, attempt_summary');
  await context.sequelize.query('DROP INDEX CONCURRENTLY IF EXISTS payment_attempts_ended_at');
}
