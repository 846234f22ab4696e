import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/** Why an operator did it, in his words; and what operators did, found without walking through all calls. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    ALTER TABLE audit_log ADD COLUMN reason text;
    CREATE INDEX audit_log_operators ON audit_log (id) WHERE caller LIKE 'operator%';
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP INDEX audit_log_operators; ALTER TABLE audit_log DROP COLUMN reason;');
}
