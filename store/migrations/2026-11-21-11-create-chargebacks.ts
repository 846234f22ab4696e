import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/**
 * Chargebacks. `round` counts how often the dispute was opened: the ledger's transfers of each opening bear its number.
 * A command is remembered by its id, so that one that is delivered twice acts once.
 */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    CREATE TABLE chargebacks (
      invoice_id text NOT NULL,
      payment_id text NOT NULL,
      id text NOT NULL,
      party_id text NOT NULL REFERENCES parties (id),
      shop_id text NOT NULL REFERENCES shops (id),
      created_at timestamptz NOT NULL,
      body bigint NOT NULL CHECK (body > 0),
      levy bigint NOT NULL CHECK (levy > 0),
      currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
      reason_code text,
      stage text NOT NULL CHECK (stage IN ('chargeback', 'pre-arbitration', 'arbitration')),
      status text NOT NULL CHECK (status IN ('pending', 'accepted', 'rejected', 'cancelled')),
      status_changed_at timestamptz NOT NULL,
      round integer NOT NULL CHECK (round > 0),
      creation_command text NOT NULL UNIQUE,
      last_command text NOT NULL,
      PRIMARY KEY (invoice_id, payment_id, id),
      FOREIGN KEY (invoice_id, payment_id) REFERENCES payments (invoice_id, id)
    );
    CREATE INDEX chargebacks_party_id ON chargebacks (party_id);
    CREATE INDEX chargebacks_shop_id ON chargebacks (shop_id);
    CREATE UNIQUE INDEX chargebacks_one_pending ON chargebacks (invoice_id, payment_id) WHERE status = 'pending';
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP TABLE chargebacks;');
}
