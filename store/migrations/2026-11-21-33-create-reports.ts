import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/** Reports and the files they consist of; the bytes are in the file storage, under the file's key. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    CREATE TABLE reports (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      party_id text NOT NULL REFERENCES parties (id),
      identity_id text NOT NULL REFERENCES identities (id),
      type text NOT NULL CHECK (type = 'withdrawalRegistry'),
      from_time timestamptz NOT NULL,
      to_time timestamptz NOT NULL,
      created_at timestamptz NOT NULL,
      status text NOT NULL CHECK (status IN ('pending', 'created', 'canceled')),
      CHECK (from_time < to_time)
    );
    CREATE INDEX reports_identity_id ON reports (identity_id, created_at);
    CREATE INDEX reports_party_id ON reports (party_id);

    CREATE TABLE report_files (
      id text PRIMARY KEY,
      report_id bigint NOT NULL REFERENCES reports (id),
      format text NOT NULL CHECK (format IN ('csv', 'xlsx')),
      key text NOT NULL,
      UNIQUE (report_id, format)
    );
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP TABLE report_files; DROP TABLE reports;');
}
