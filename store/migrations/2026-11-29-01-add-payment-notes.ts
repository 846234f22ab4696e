import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** What operators note on payments, apart from the audit log so that an erasure of a person reaches it. */
export async function up({ context: queryInterface }: MigrationParams<QueryInterface>): Promise<void> {
  await queryInterface.sequelize.query(`
    CREATE TABLE payment_notes (
      id text PRIMARY KEY,
      invoice_id text NOT NULL,
      payment_id text NOT NULL,
      operator_id text NOT NULL REFERENCES operators (id),
      created_at timestamptz NOT NULL DEFAULT now(),
      text text NOT NULL CHECK (length(text) BETWEEN 1 AND 1000),
      FOREIGN KEY (invoice_id, payment_id) REFERENCES payments (invoice_id, id)
    );
    CREATE INDEX payment_notes_payment ON payment_notes (invoice_id, payment_id, created_at);
    CREATE INDEX payment_notes_operator_id ON payment_notes (operator_id)`);
}

export async function down({ context: queryInterface }: MigrationParams<QueryInterface>): Promise<void> {
  await queryInterface.sequelize.query('DROP TABLE payment_notes');
}
