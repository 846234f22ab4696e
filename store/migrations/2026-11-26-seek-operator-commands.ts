import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** Finds operators, the refund of a repeated command, and destinations of all parties by status and age. */
const INDEXES: Readonly<Record<string, string>> = {
  operators_subject: 'CREATE UNIQUE INDEX CONCURRENTLY operators_subject ON operators (issuer, subject)',
  operator_keys_operator: 'CREATE INDEX CONCURRENTLY operator_keys_operator ON operator_keys (operator_id)',
  refunds_operator_command: `CREATE UNIQUE INDEX CONCURRENTLY refunds_operator_command ON refunds (operator_command_id)
    WHERE operator_command_id IS NOT NULL`,
  destinations_status_created:
    'CREATE INDEX CONCURRENTLY destinations_status_created ON destinations (status, created_at, id)',
};

export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await down({ name: '', context });
  for (const text of Object.values(INDEXES)) await context.sequelize.query(text);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  for (const name of Object.keys(INDEXES)) await context.sequelize.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
}
