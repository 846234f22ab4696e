import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** The accounts of the provider are few among those of wallets and shops. */
export async function up({ context: queryInterface }: MigrationParams<QueryInterface>): Promise<void> {
  await queryInterface.sequelize.query(
    `CREATE INDEX CONCURRENTLY ledger_accounts_provider ON ledger_accounts (id)
     WHERE kind IN ('source', 'connector', 'bank', 'exchange')`,
  );
}

export async function down({ context: queryInterface }: MigrationParams<QueryInterface>): Promise<void> {
  await queryInterface.sequelize.query('DROP INDEX CONCURRENTLY ledger_accounts_provider');
}
