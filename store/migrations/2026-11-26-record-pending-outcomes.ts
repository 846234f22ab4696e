import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/**
 * When a payout or refund was first sent, when its connector accepted it, until when the result is due, and when a payout came
 * back. The partial indexes hold only what is accepted and undecided.
 */
const TABLES = ['withdrawals', 'refunds'] as const;

export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  for (const table of TABLES) {
    await context.sequelize.query(
      `ALTER TABLE ${table} ADD COLUMN sent_at timestamptz, ADD COLUMN accepted_at timestamptz, ADD COLUMN result_due_at timestamptz`,
    );
  }
  await context.sequelize.query('ALTER TABLE withdrawals ADD COLUMN returned_at timestamptz');
  for (const [table, open] of [
    ['withdrawals', 'Pending'],
    ['refunds', 'pending'],
  ]) {
    await context.sequelize.query(`DROP INDEX CONCURRENTLY IF EXISTS ${table}_result_due`);
    await context.sequelize.query(
      `CREATE INDEX CONCURRENTLY ${table}_result_due ON ${table} (result_due_at)
       WHERE status = '${open}' AND result_due_at IS NOT NULL`,
    );
  }
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('ALTER TABLE withdrawals DROP COLUMN returned_at');
  for (const table of TABLES) {
    await context.sequelize.query(`DROP INDEX CONCURRENTLY IF EXISTS ${table}_result_due`);
    await context.sequelize.query(
      `ALTER TABLE ${table} DROP COLUMN result_due_at, DROP COLUMN accepted_at, DROP COLUMN sent_at`,
    );
  }
}
