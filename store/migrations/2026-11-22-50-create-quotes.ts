import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/**
 * The quotes that an external id names, so that asking again gives the same one. `id` is that of the token, which is
 * signed anew from `payload` each time (`json`, which keeps the order of fields, gives the same text); a quote without an external id is only its token.
 */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    CREATE TABLE withdrawal_quotes (
      id text PRIMARY KEY,
      party_id text NOT NULL REFERENCES parties (id),
      external_id text NOT NULL,
      parameters_hash bytea NOT NULL,
      payload json NOT NULL
    );
    CREATE UNIQUE INDEX withdrawal_quotes_external_id ON withdrawal_quotes (party_id, external_id);
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP TABLE withdrawal_quotes;');
}
