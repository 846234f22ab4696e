import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/** Saved payers and the payment tools bound to them. The external id of a deleted customer may be used again. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    CREATE TABLE customers (
      id text PRIMARY KEY,
      party_id text NOT NULL REFERENCES parties (id),
      shop_id text NOT NULL REFERENCES shops (id),
      external_id text,
      parameters_hash bytea,
      created_at timestamptz NOT NULL,
      contact_info jsonb NOT NULL,
      metadata jsonb NOT NULL,
      status text NOT NULL CHECK (status IN ('unready', 'ready')),
      status_changed_at timestamptz NOT NULL,
      active_binding_id text,
      event_count integer NOT NULL DEFAULT 0,
      deleted_at timestamptz,
      CHECK ((status = 'ready') = (active_binding_id IS NOT NULL))
    );
    CREATE UNIQUE INDEX customers_external_id ON customers (party_id, external_id)
      WHERE external_id IS NOT NULL AND deleted_at IS NULL;
    CREATE INDEX customers_party_id ON customers (party_id);
    CREATE INDEX customers_shop_id ON customers (shop_id);

    CREATE TABLE customer_bindings (
      customer_id text NOT NULL REFERENCES customers (id),
      id text NOT NULL,
      party_id text NOT NULL REFERENCES parties (id),
      shop_id text NOT NULL REFERENCES shops (id),
      external_id text,
      parameters_hash bytea,
      created_at timestamptz NOT NULL,
      deadline timestamptz NOT NULL,
      client_info jsonb NOT NULL,
      tool_details jsonb NOT NULL,
      payment_tool_sealed text,
      recurrent_token_sealed text,
      status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
      status_changed_at timestamptz NOT NULL,
      interaction jsonb,
      failure jsonb,
      PRIMARY KEY (customer_id, id),
      CHECK (status = 'pending' OR payment_tool_sealed IS NULL)
    );
    CREATE UNIQUE INDEX customer_bindings_external_id ON customer_bindings (party_id, external_id)
      WHERE external_id IS NOT NULL;
    CREATE INDEX customer_bindings_party_id ON customer_bindings (party_id);
    CREATE INDEX customer_bindings_shop_id ON customer_bindings (shop_id);
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP TABLE customer_bindings; DROP TABLE customers;');
}
