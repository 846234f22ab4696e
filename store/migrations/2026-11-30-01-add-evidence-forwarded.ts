import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** When the acquirer took a document against a chargeback from its connector; null if no connector has passed it on. */
export async function up({ context: queryInterface }: MigrationParams<QueryInterface>): Promise<void> {
  await queryInterface.sequelize.query('ALTER TABLE chargeback_evidence ADD COLUMN forwarded_at timestamptz');
}

export async function down({ context: queryInterface }: MigrationParams<QueryInterface>): Promise<void> {
  await queryInterface.sequelize.query('ALTER TABLE chargeback_evidence DROP COLUMN forwarded_at');
}
