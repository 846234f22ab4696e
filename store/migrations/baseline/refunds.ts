/** Refunds and chargebacks. Their ids count within the payment. */
export const refunds = `
  -- \`parts\`: which shops return how much of a distributed payment.
  CREATE TABLE refunds (
    invoice_id text NOT NULL,
    payment_id text NOT NULL,
    id text NOT NULL,
    party_id text NOT NULL REFERENCES parties,
    shop_id text NOT NULL REFERENCES shops,
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
    parts jsonb NOT NULL CHECK (jsonb_array_length(parts) > 0),
    connector_reference text,
    PRIMARY KEY (invoice_id, payment_id, id),
    FOREIGN KEY (invoice_id, payment_id) REFERENCES payments,
    CHECK ((status = 'failed') = (failure IS NOT NULL))
  );
  CREATE UNIQUE INDEX refunds_external_id ON refunds (party_id, external_id) WHERE external_id IS NOT NULL;
  CREATE UNIQUE INDEX refunds_one_pending ON refunds (invoice_id, payment_id) WHERE status = 'pending';
  CREATE INDEX refunds_open ON refunds (invoice_id, payment_id, id) WHERE status = 'pending';
  CREATE INDEX refunds_party_id ON refunds (party_id);
  CREATE INDEX refunds_shop_created ON refunds (shop_id, created_at, invoice_id, payment_id, id);

  -- \`round\` counts how often the dispute was opened; the ledger transfers of each round have its number.
  CREATE TABLE chargebacks (
    invoice_id text NOT NULL,
    payment_id text NOT NULL,
    id text NOT NULL,
    party_id text NOT NULL REFERENCES parties,
    shop_id text NOT NULL REFERENCES shops,
    created_at timestamptz NOT NULL,
    body bigint NOT NULL CHECK (body > 0),
    levy bigint NOT NULL CHECK (levy > 0),
    currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    reason_code text,
    stage text NOT NULL CHECK (stage IN ('chargeback', 'pre-arbitration', 'arbitration')),
    status text NOT NULL CHECK (status IN ('pending', 'accepted', 'rejected', 'cancelled')),
    status_changed_at timestamptz NOT NULL,
    round integer NOT NULL CHECK (round > 0),
    creation_idempotency_key text NOT NULL UNIQUE,
    last_idempotency_key text NOT NULL,
    parts jsonb NOT NULL CHECK (jsonb_array_length(parts) > 0),
    PRIMARY KEY (invoice_id, payment_id, id),
    FOREIGN KEY (invoice_id, payment_id) REFERENCES payments
  );
  CREATE UNIQUE INDEX chargebacks_one_pending ON chargebacks (invoice_id, payment_id) WHERE status = 'pending';
  CREATE INDEX chargebacks_party_id ON chargebacks (party_id);
  CREATE INDEX chargebacks_shop_id ON chargebacks (shop_id);
`;
