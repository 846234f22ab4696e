import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/**
 * By which attempts are found that are past their retention. Not by ranges of blocks: these stay marked as old when what was old in
 * them is gone, and new rows take its room, so that a look would read the whole table in the end.
 */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP INDEX CONCURRENTLY IF EXISTS webhook_attempts_started_at');
  await context.sequelize.query(
    'CREATE INDEX CONCURRENTLY webhook_attempts_started_at ON webhook_attempts (started_at)',
  );
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP INDEX webhook_attempts_started_at;');
}
