import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/** A connector that was taken out of the configuration is no longer compared, once an operator says so. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    ALTER TABLE reconciled_connectors
      ADD COLUMN ended_at timestamptz,
      ADD COLUMN ended_by text,
      ADD COLUMN end_reason text,
      -- one row for each connector
      -- squawk-ignore constraint-missing-not-valid
      ADD CONSTRAINT reconciled_connectors_ended
        CHECK ((ended_at IS NULL) = (ended_by IS NULL) AND (ended_at IS NULL) = (end_reason IS NULL));
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    ALTER TABLE reconciled_connectors DROP CONSTRAINT reconciled_connectors_ended,
      DROP COLUMN ended_at, DROP COLUMN ended_by, DROP COLUMN end_reason;
  `);
}
