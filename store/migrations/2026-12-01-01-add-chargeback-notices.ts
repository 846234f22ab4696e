import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** Which notice the merchant gets next at the current stage, and when the worker looks at it. Open stages get their reminder. */
export async function up({ context: queryInterface }: MigrationParams<QueryInterface>): Promise<void> {
  await queryInterface.sequelize.query(`
    ALTER TABLE chargebacks
      ADD COLUMN next_notice text CHECK (next_notice IN ('opened', 'due')),
      ADD COLUMN notice_at timestamptz CHECK (notice_at IS NULL OR next_notice IS NOT NULL),
      ADD COLUMN notice_attempts integer NOT NULL DEFAULT 0;
    UPDATE chargebacks SET next_notice = 'due', notice_at = now() WHERE status = 'pending'`);
}

export async function down({ context: queryInterface }: MigrationParams<QueryInterface>): Promise<void> {
  await queryInterface.sequelize.query(
    'ALTER TABLE chargebacks DROP COLUMN next_notice, DROP COLUMN notice_at, DROP COLUMN notice_attempts',
  );
}
