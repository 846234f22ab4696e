import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** Reports that acquirers have announced, each downloaded once. */
export async function up({ context: queryInterface }: MigrationParams<QueryInterface>): Promise<void> {
  await queryInterface.sequelize.query(`
    CREATE TABLE report_downloads (
      account text NOT NULL REFERENCES connector_accounts,
      name text NOT NULL CHECK (length(name) <= 200),
      announced_at timestamptz NOT NULL DEFAULT now(),
      ended_at timestamptz,
      -- The settlement report that it is, if it is one.
      report_id text REFERENCES settlement_reports,
      problem text CHECK (problem IS NULL OR ended_at IS NOT NULL),
      PRIMARY KEY (account, name)
    );
    CREATE INDEX report_downloads_report_id ON report_downloads (report_id)`);
}

export async function down({ context: queryInterface }: MigrationParams<QueryInterface>): Promise<void> {
  await queryInterface.sequelize.query('DROP TABLE report_downloads');
}
