import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** Few chargebacks wait for a notice: closed ones do not. */
export async function up({ context: queryInterface }: MigrationParams<QueryInterface>): Promise<void> {
  await queryInterface.sequelize.query(
    'CREATE INDEX CONCURRENTLY chargebacks_notice_at ON chargebacks (notice_at) WHERE notice_at IS NOT NULL',
  );
}

export async function down({ context: queryInterface }: MigrationParams<QueryInterface>): Promise<void> {
  await queryInterface.sequelize.query('DROP INDEX CONCURRENTLY chargebacks_notice_at');
}
