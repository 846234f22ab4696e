import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/**
 * Which connectors a payment was given to, why, and what they answered. `sendings` counts how often the request of an
 * attempt may have left the house while another connector could still be asked: only where it left once is "nothing was
 * done" the whole truth. A payment keeps who may be asked after the present one, should that one certainly do nothing.
 */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    ALTER TABLE payments
      ADD COLUMN attempt integer NOT NULL DEFAULT 1 CHECK (attempt > 0),
      ADD COLUMN next_connectors jsonb NOT NULL DEFAULT '[]';

    CREATE TABLE payment_attempts (
      invoice_id text NOT NULL,
      payment_id text NOT NULL,
      number integer NOT NULL CHECK (number > 0),
      connector text NOT NULL,
      operation_id text NOT NULL,
      reason text NOT NULL,
      outcome text,
      answer text,
      sendings integer NOT NULL DEFAULT 0,
      started_at timestamptz NOT NULL,
      ended_at timestamptz,
      PRIMARY KEY (invoice_id, payment_id, number),
      FOREIGN KEY (invoice_id, payment_id) REFERENCES payments (invoice_id, id),
      CHECK ((outcome IS NULL) = (ended_at IS NULL))
    );
  `);
}

/** A payment that went on to another connector needs its attempt to be captured or voided. */
export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    DO $$ BEGIN
      IF EXISTS (SELECT 1 FROM payments WHERE attempt > 1) THEN
        RAISE EXCEPTION 'payments that went on to another connector cannot do without their attempts';
      END IF;
    END $$;
    DROP TABLE payment_attempts;
    ALTER TABLE payments DROP COLUMN attempt, DROP COLUMN next_connectors;
  `);
}
