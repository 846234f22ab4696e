import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** An operator's rejection of a destination, and the operator's command that made a refund. */
const UP = `
  ALTER TABLE destinations
    ADD COLUMN rejected_at timestamptz,
    ADD COLUMN rejection_reason text;
  ALTER TABLE refunds ADD COLUMN operator_command_id text;
`;

const DOWN = `
  ALTER TABLE refunds DROP COLUMN operator_command_id;
  ALTER TABLE destinations DROP COLUMN rejected_at, DROP COLUMN rejection_reason;
`;

export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(UP);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(DOWN);
}
