import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** What connectors state about disputes, and the dispute and the deadline of a chargeback. */
const NOTICES = `
  CREATE TABLE dispute_notices (
    id text PRIMARY KEY,
    account text NOT NULL,
    notice_id text NOT NULL,
    dispute_reference text NOT NULL,
    event text NOT NULL,
    stage text,
    operation_id text NOT NULL,
    amount bigint,
    currency text,
    levy bigint,
    reason_code text,
    category text,
    answer_due_at timestamptz,
    stated_at timestamptz NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    state text NOT NULL DEFAULT 'waiting',
    why text,
    settled_at timestamptz,
    invoice_id text,
    payment_id text,
    UNIQUE (account, notice_id),
    FOREIGN KEY (invoice_id, payment_id) REFERENCES payments
  );
  CREATE INDEX dispute_notices_waiting ON dispute_notices (account, dispute_reference, stated_at) WHERE state = 'waiting';
  CREATE INDEX dispute_notices_payment ON dispute_notices (invoice_id, payment_id) WHERE payment_id IS NOT NULL;
`;

export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(NOTICES);
  await context.sequelize.query(
    `ALTER TABLE chargebacks ADD COLUMN dispute_account text, ADD COLUMN dispute_reference text,
       ADD COLUMN dispute_stated_at timestamptz, ADD COLUMN answer_due_at timestamptz`,
  );
  await context.sequelize.query('DROP INDEX CONCURRENTLY IF EXISTS chargebacks_dispute');
  await context.sequelize.query(
    `CREATE UNIQUE INDEX CONCURRENTLY chargebacks_dispute ON chargebacks (dispute_account, dispute_reference)
     WHERE dispute_reference IS NOT NULL`,
  );
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP INDEX CONCURRENTLY IF EXISTS chargebacks_dispute');
  await context.sequelize.query(
    `ALTER TABLE chargebacks DROP COLUMN answer_due_at, DROP COLUMN dispute_stated_at, DROP COLUMN dispute_reference,
       DROP COLUMN dispute_account`,
  );
  await context.sequelize.query('DROP TABLE dispute_notices');
}
