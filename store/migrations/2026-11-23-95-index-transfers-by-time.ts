import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/**
 * By which the effects of ten minutes are found among those of years. By ranges of blocks: transfers are only ever appended, in the
 * order of their time, and such an index costs a payment next to nothing.
 */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP INDEX CONCURRENTLY IF EXISTS ledger_transfers_created_at');
  await context.sequelize.query(
    `CREATE INDEX CONCURRENTLY ledger_transfers_created_at ON ledger_transfers
     USING brin (created_at) WITH (pages_per_range = 32, autosummarize = on)`,
  );
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP INDEX ledger_transfers_created_at;');
}
