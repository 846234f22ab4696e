import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** Documents against chargebacks; their files are in the file storage. */
export async function up({ context: queryInterface }: MigrationParams<QueryInterface>): Promise<void> {
  await queryInterface.sequelize.query(`
    CREATE TABLE chargeback_evidence (
      id text PRIMARY KEY,
      invoice_id text NOT NULL,
      payment_id text NOT NULL,
      chargeback_id text NOT NULL,
      round integer NOT NULL CHECK (round > 0),
      stage text NOT NULL CHECK (stage IN ('chargeback', 'pre-arbitration', 'arbitration')),
      state text NOT NULL CHECK (state IN ('storing', 'stored', 'removed')),
      file_name text NOT NULL,
      format text NOT NULL CHECK (format IN ('pdf', 'jpg', 'png')),
      size_bytes integer NOT NULL CHECK (size_bytes > 0),
      sha256 text NOT NULL,
      added_by text NOT NULL,
      added_at timestamptz NOT NULL,
      state_changed_at timestamptz NOT NULL,
      sent_by text,
      sent_at timestamptz,
      FOREIGN KEY (invoice_id, payment_id, chargeback_id) REFERENCES chargebacks,
      CHECK ((sent_at IS NULL) = (sent_by IS NULL))
    );
    CREATE INDEX chargeback_evidence_chargeback ON chargeback_evidence (invoice_id, payment_id, chargeback_id, added_at);
    CREATE INDEX chargeback_evidence_added ON chargeback_evidence (added_at);
    CREATE INDEX chargeback_evidence_unfinished ON chargeback_evidence (state_changed_at) WHERE state <> 'stored';
  `);
}

export async function down({ context: queryInterface }: MigrationParams<QueryInterface>): Promise<void> {
  await queryInterface.sequelize.query('DROP TABLE chargeback_evidence');
}
