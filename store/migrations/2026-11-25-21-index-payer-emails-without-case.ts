import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

const COLUMNS = 'created_at, invoice_id, id) WHERE payer_email IS NOT NULL';

/** The index of payers' addresses, by which a search finds them however their letters are written. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP INDEX CONCURRENTLY IF EXISTS payments_search_lower_payer_email');
  await context.sequelize.query(
    `CREATE INDEX CONCURRENTLY payments_search_lower_payer_email ON payments (shop_id, lower(payer_email), ${COLUMNS}`,
  );
  await context.sequelize.query('DROP INDEX CONCURRENTLY IF EXISTS payments_search_payer_email');
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(
    `CREATE INDEX CONCURRENTLY payments_search_payer_email ON payments (shop_id, payer_email, ${COLUMNS}`,
  );
  await context.sequelize.query('DROP INDEX CONCURRENTLY payments_search_lower_payer_email');
}
