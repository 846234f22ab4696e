import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** What the acquirer of a payment is asked for by a rule of its shop; null if it decides about 3-D Secure. */
export async function up({ context: queryInterface }: MigrationParams<QueryInterface>): Promise<void> {
  await queryInterface.sequelize.query(
    "ALTER TABLE payments ADD COLUMN three_d_secure text CHECK (three_d_secure IN ('exempt', 'ask', 'force'))",
  );
}

export async function down({ context: queryInterface }: MigrationParams<QueryInterface>): Promise<void> {
  await queryInterface.sequelize.query('ALTER TABLE payments DROP COLUMN three_d_secure');
}
