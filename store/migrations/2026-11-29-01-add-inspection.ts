import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** What processes have counted for rules before authorisation. Unlogged: after a crash of the database the counts begin at zero. */
export async function up({ context: queryInterface }: MigrationParams<QueryInterface>): Promise<void> {
  await queryInterface.sequelize.query(`
    CREATE UNLOGGED TABLE inspection_counts (
      key text NOT NULL,
      bucket bigint NOT NULL,
      process text NOT NULL,
      attempts integer NOT NULL,
      amount numeric NOT NULL,
      expires_at timestamptz NOT NULL,
      changed_at timestamptz NOT NULL,
      PRIMARY KEY (key, bucket, process)
    );
    CREATE INDEX inspection_counts_changed_at ON inspection_counts (changed_at);
    CREATE INDEX inspection_counts_expires_at ON inspection_counts (expires_at)`);
}

export async function down({ context: queryInterface }: MigrationParams<QueryInterface>): Promise<void> {
  await queryInterface.sequelize.query('DROP TABLE inspection_counts');
}
