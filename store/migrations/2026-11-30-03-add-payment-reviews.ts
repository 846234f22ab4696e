import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** Payments that a rule before authorisation holds until an operator decides: `review_until` is set while the review is open. */
export async function up({ context: queryInterface }: MigrationParams<QueryInterface>): Promise<void> {
  await queryInterface.sequelize.query(`
    ALTER TABLE payments ADD COLUMN review_until timestamptz;
    CREATE TABLE payment_reviews (
      invoice_id text NOT NULL,
      payment_id text NOT NULL,
      party_id text NOT NULL,
      shop_id text NOT NULL,
      rule_id text NOT NULL,
      created_at timestamptz NOT NULL,
      deadline timestamptz NOT NULL,
      outcome text CHECK (outcome IN ('approved', 'rejected', 'expired')),
      ended_at timestamptz,
      command_id text REFERENCES operator_commands (id),
      PRIMARY KEY (invoice_id, payment_id),
      FOREIGN KEY (invoice_id, payment_id) REFERENCES payments (invoice_id, id),
      CHECK ((outcome IS NULL) = (ended_at IS NULL)),
      CHECK ((command_id IS NOT NULL) = (outcome IS NOT NULL AND outcome <> 'expired'))
    );
    CREATE INDEX payment_reviews_open ON payment_reviews (deadline, invoice_id, payment_id) WHERE outcome IS NULL;
    CREATE INDEX payment_reviews_command_id ON payment_reviews (command_id)`);
}

export async function down({ context: queryInterface }: MigrationParams<QueryInterface>): Promise<void> {
  await queryInterface.sequelize.query(`
    DROP TABLE payment_reviews;
    ALTER TABLE payments DROP COLUMN review_until`);
}
