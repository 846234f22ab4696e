import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

const DROP = 'DROP INDEX CONCURRENTLY IF EXISTS customers_deleted';

/** Finds deleted customers whose contact information is not erased. An interrupted build leaves an invalid index. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(DROP);
  await context.sequelize.query(`
    CREATE INDEX CONCURRENTLY customers_deleted ON customers (deleted_at)
    WHERE deleted_at IS NOT NULL AND erased_at IS NULL`);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(DROP);
}
