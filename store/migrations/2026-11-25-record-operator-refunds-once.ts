import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** A repeated run of an operator's command finds the refund of the first. */
const UP = `
  CREATE UNIQUE INDEX CONCURRENTLY refunds_operator_command ON refunds (operator_command_id)
    WHERE operator_command_id IS NOT NULL`;

export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await down({ name: '', context });
  await context.sequelize.query(UP);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP INDEX CONCURRENTLY IF EXISTS refunds_operator_command');
}
