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
    operator_command_id text,
    sent_at timestamptz,
    accepted_at timestamptz,
    result_due_at timestamptz,
    PRIMARY KEY (invoice_id, payment_id, id),
    FOREIGN KEY (invoice_id, payment_id) REFERENCES payments,
    CHECK ((status = 'failed') = (failure IS NOT NULL))
  );
  CREATE UNIQUE INDEX refunds_external_id ON refunds (party_id, external_id) WHERE external_id IS NOT NULL;
  CREATE UNIQUE INDEX refunds_one_pending ON refunds (invoice_id, payment_id) WHERE status = 'pending';
  CREATE INDEX refunds_open ON refunds (invoice_id, payment_id, id) WHERE status = 'pending';
  CREATE INDEX refunds_party_id ON refunds (party_id);
  CREATE INDEX refunds_shop_created ON refunds (shop_id, created_at, invoice_id, payment_id, id);
  CREATE INDEX refunds_rrn ON refunds (rrn) WHERE rrn IS NOT NULL;
  CREATE INDEX refunds_connector_reference ON refunds (connector_reference) WHERE connector_reference IS NOT NULL;
  CREATE INDEX refunds_amount ON refunds (currency, amount, created_at);
  CREATE UNIQUE INDEX refunds_operator_command ON refunds (operator_command_id) WHERE operator_command_id IS NOT NULL;
  CREATE INDEX refunds_result_due ON refunds (result_due_at) WHERE status = 'pending' AND result_due_at IS NOT NULL;

  -- \`round\` counts how often the dispute was opened; the ledger transfers of each round have its number.
  CREATE TABLE chargebacks (
    invoice_id text NOT NULL,
    payment_id text NOT NULL,
    id text NOT NULL,
    party_id text NOT NULL REFERENCES parties,
    shop_id text NOT NULL REFERENCES shops,
    created_at timestamptz NOT NULL,
    body bigint NOT NULL CHECK (body > 0),
    levy bigint NOT NULL CONSTRAINT chargebacks_levy_not_negative CHECK (levy >= 0),
    currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    reason_code text,
    stage text NOT NULL CHECK (stage IN ('chargeback', 'pre-arbitration', 'arbitration')),
    status text NOT NULL CHECK (status IN ('pending', 'accepted', 'rejected', 'cancelled')),
    status_changed_at timestamptz NOT NULL,
    round integer NOT NULL CHECK (round > 0),
    creation_idempotency_key text NOT NULL UNIQUE,
    last_idempotency_key text NOT NULL,
    parts jsonb NOT NULL CHECK (jsonb_array_length(parts) > 0),
    dispute_account text,
    dispute_reference text,
    dispute_stated_at timestamptz,
    answer_due_at timestamptz,
    PRIMARY KEY (invoice_id, payment_id, id),
    FOREIGN KEY (invoice_id, payment_id) REFERENCES payments
  );
  CREATE UNIQUE INDEX chargebacks_one_pending ON chargebacks (invoice_id, payment_id) WHERE status = 'pending';
  CREATE INDEX chargebacks_party_id ON chargebacks (party_id);
  CREATE INDEX chargebacks_shop_id ON chargebacks (shop_id);
  CREATE UNIQUE INDEX chargebacks_dispute ON chargebacks (dispute_account, dispute_reference)
    WHERE dispute_reference IS NOT NULL;
  CREATE INDEX chargebacks_shop_created ON chargebacks (shop_id, created_at, invoice_id, payment_id, id);

  -- What connectors state about disputes.
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
    problem text,
    settled_at timestamptz,
    invoice_id text,
    payment_id text,
    UNIQUE (account, notice_id),
    FOREIGN KEY (invoice_id, payment_id) REFERENCES payments
  );
  CREATE INDEX dispute_notices_waiting ON dispute_notices (account, dispute_reference, stated_at) WHERE state = 'waiting';
  CREATE INDEX dispute_notices_payment ON dispute_notices (invoice_id, payment_id) WHERE payment_id IS NOT NULL;
`;
