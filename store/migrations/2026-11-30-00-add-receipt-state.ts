import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** What the acquirer's online register has done with the receipt of a payment or refund; null if the acquirer says nothing of one. */
export async function up({ context: queryInterface }: MigrationParams<QueryInterface>): Promise<void> {
  await queryInterface.sequelize.query(
    'ALTER TABLE payments ADD COLUMN receipt_state text; ALTER TABLE refunds ADD COLUMN receipt_state text',
  );
}

export async function down({ context: queryInterface }: MigrationParams<QueryInterface>): Promise<void> {
  await queryInterface.sequelize.query(
    'ALTER TABLE payments DROP COLUMN receipt_state; ALTER TABLE refunds DROP COLUMN receipt_state',
  );
}
