import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/** Payment tools whose sealed form does not fit the 2000 characters of a token: they rest here until the token is over. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    CREATE TABLE long_payment_tools (
      id text PRIMARY KEY,
      content_sealed text NOT NULL,
      valid_until timestamptz NOT NULL
    );
    CREATE INDEX long_payment_tools_valid_until ON long_payment_tools (valid_until);
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP TABLE long_payment_tools;');
}
