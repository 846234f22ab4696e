import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** The column `problem` keeps only what a connector said; what 0.1.0 has written is such a text. */
export async function up({ context: queryInterface }: MigrationParams<QueryInterface>): Promise<void> {
  await queryInterface.sequelize.query('ALTER TABLE reconciled_connectors ADD COLUMN problem_kind text');
}

export async function down({ context: queryInterface }: MigrationParams<QueryInterface>): Promise<void> {
  await queryInterface.sequelize.query('ALTER TABLE reconciled_connectors DROP COLUMN problem_kind');
}
