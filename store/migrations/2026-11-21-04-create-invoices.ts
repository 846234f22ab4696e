import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/** Invoices and the payments that pay them. A payment's id counts within its invoice. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    CREATE TABLE invoices (
      id text PRIMARY KEY,
      party_id text NOT NULL REFERENCES parties (id),
      shop_id text NOT NULL REFERENCES shops (id),
      external_id text,
      parameters_hash bytea,
      template_id text,
      created_at timestamptz NOT NULL,
      due_date timestamptz NOT NULL,
      amount bigint NOT NULL CHECK (amount > 0),
      currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
      product text NOT NULL,
      description text,
      cart jsonb,
      allocation jsonb,
      bank_account jsonb,
      metadata jsonb NOT NULL,
      client_info jsonb,
      amount_randomized jsonb,
      status text NOT NULL CHECK (status IN ('unpaid', 'cancelled', 'paid', 'fulfilled')),
      status_changed_at timestamptz NOT NULL,
      reason text,
      event_count integer NOT NULL DEFAULT 1,
      payment_count integer NOT NULL DEFAULT 0,
      active_payment_id text
    );
    CREATE UNIQUE INDEX invoices_external_id ON invoices (party_id, external_id) WHERE external_id IS NOT NULL;
    CREATE INDEX invoices_shop_created ON invoices (shop_id, created_at, id);
    CREATE INDEX invoices_template_id ON invoices (template_id) WHERE template_id IS NOT NULL;

    CREATE TABLE payments (
      invoice_id text NOT NULL REFERENCES invoices (id),
      id text NOT NULL,
      party_id text NOT NULL REFERENCES parties (id),
      shop_id text NOT NULL REFERENCES shops (id),
      external_id text,
      parameters_hash bytea,
      created_at timestamptz NOT NULL,
      amount bigint NOT NULL CHECK (amount > 0),
      authorised_amount bigint NOT NULL CHECK (authorised_amount > 0),
      currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
      flow text NOT NULL CHECK (flow IN ('instant', 'hold')),
      on_hold_expiration text CHECK (on_hold_expiration IN ('cancel', 'capture')),
      held_until timestamptz,
      processing_deadline timestamptz NOT NULL,
      payer jsonb NOT NULL,
      payment_tool_sealed text,
      make_recurrent boolean NOT NULL DEFAULT false,
      recurrent_token_sealed text,
      metadata jsonb,
      cart jsonb,
      allocation jsonb,
      status text NOT NULL CHECK (status IN ('pending', 'processed', 'captured', 'cancelled', 'refunded', 'failed', 'charged_back')),
      status_changed_at timestamptz NOT NULL,
      target text CHECK (target IN ('capture', 'cancel')),
      target_reason text,
      capture_amount bigint CHECK (capture_amount > 0 AND capture_amount <= authorised_amount),
      interaction jsonb,
      failure jsonb,
      provider_reference text,
      rrn text,
      approval_code text,
      fee bigint CHECK (fee >= 0),
      refund_count integer NOT NULL DEFAULT 0,
      chargeback_count integer NOT NULL DEFAULT 0,
      PRIMARY KEY (invoice_id, id)
    );
    CREATE UNIQUE INDEX payments_external_id ON payments (party_id, external_id) WHERE external_id IS NOT NULL;
    CREATE INDEX payments_shop_created ON payments (shop_id, created_at, invoice_id, id);
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP TABLE payments; DROP TABLE invoices;');
}
