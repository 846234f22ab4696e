import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/** By which reports read windows in their order, and retention finds the oldest. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP INDEX CONCURRENTLY IF EXISTS reconciliation_windows_time');
  await context.sequelize.query(
    'CREATE INDEX CONCURRENTLY reconciliation_windows_time ON reconciliation_windows (from_time, pass, connector)',
  );
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP INDEX reconciliation_windows_time;');
}
