import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/** Refunds. A refund's id counts within its payment, and at most one of a payment is pending. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    CREATE TABLE refunds (
      invoice_id text NOT NULL,
      payment_id text NOT NULL,
      id text NOT NULL,
      party_id text NOT NULL REFERENCES parties (id),
      shop_id text NOT NULL REFERENCES shops (id),
      external_id text,
      parameters_hash bytea,
      created_at timestamptz NOT NULL,
      amount bigint NOT NULL CHECK (amount > 0),
      currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
      reason text,
      cart jsonb,
      allocation jsonb,
      status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
      status_changed_at timestamptz NOT NULL,
      failure jsonb,
      rrn text,
      PRIMARY KEY (invoice_id, payment_id, id),
      FOREIGN KEY (invoice_id, payment_id) REFERENCES payments (invoice_id, id),
      CHECK ((status = 'failed') = (failure IS NOT NULL))
    );
    CREATE UNIQUE INDEX refunds_external_id ON refunds (party_id, external_id) WHERE external_id IS NOT NULL;
    CREATE INDEX refunds_party_id ON refunds (party_id);
    CREATE INDEX refunds_shop_created ON refunds (shop_id, created_at, invoice_id, payment_id, id);
    CREATE UNIQUE INDEX refunds_one_pending ON refunds (invoice_id, payment_id) WHERE status = 'pending';
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP TABLE refunds;');
}
