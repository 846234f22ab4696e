import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/** Each order counts the pending reports of its party. The index is built concurrently, so that nothing waits for it. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(
    `CREATE INDEX CONCURRENTLY reports_pending_of_party ON reports (party_id) WHERE status = 'pending'`,
  );
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP INDEX CONCURRENTLY reports_pending_of_party');
}
