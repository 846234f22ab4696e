/** Payments of invoices and the connectors that were tried. A payment id counts within its invoice. */
export const payments = `
  -- The generated columns are what searches filter by. The fingerprint can be longer than an index entry, so its
  -- hash is indexed.
  CREATE TABLE payments (
    invoice_id text NOT NULL REFERENCES invoices,
    id text NOT NULL,
    party_id text NOT NULL REFERENCES parties,
    shop_id text NOT NULL REFERENCES shops,
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
    encrypted_payment_tool text,
    make_recurrent boolean NOT NULL DEFAULT false,
    encrypted_recurrent_token text,
    metadata jsonb,
    cart jsonb,
    allocation jsonb,
    status text NOT NULL CHECK (status IN ('pending', 'processed', 'captured', 'cancelled', 'refunded', 'failed', 'charged_back')),
    status_changed_at timestamptz NOT NULL,
    target text CHECK (target IN ('capture', 'cancel')),
    target_reason text,
    capture_amount bigint,
    interaction jsonb,
    failure jsonb,
    connector_reference text,
    rrn text,
    approval_code text,
    fee bigint CHECK (fee >= 0),
    refund_count integer NOT NULL DEFAULT 0,
    chargeback_count integer NOT NULL DEFAULT 0,
    payer_email text GENERATED ALWAYS AS (payer -> 'contactInfo' ->> 'email') STORED,
    payer_ip text GENERATED ALWAYS AS (payer -> 'clientInfo' ->> 'ip') STORED,
    payer_fingerprint_hash text GENERATED ALWAYS AS (md5(payer -> 'clientInfo' ->> 'fingerprint')) STORED,
    customer_id text GENERATED ALWAYS AS (payer ->> 'customerID') STORED,
    tool_type text GENERATED ALWAYS AS (payer -> 'toolDetails' ->> 'type') STORED,
    terminal_provider text GENERATED ALWAYS AS (
      CASE payer -> 'toolDetails' ->> 'type' WHEN 'paymentTerminal' THEN payer -> 'toolDetails' ->> 'provider' END
    ) STORED,
    card_payment_system text GENERATED ALWAYS AS (payer -> 'toolDetails' ->> 'paymentSystem') STORED,
    card_token_provider text GENERATED ALWAYS AS (payer -> 'toolDetails' ->> 'tokenProvider') STORED,
    card_first6 text GENERATED ALWAYS AS (left(payer -> 'toolDetails' ->> 'bin', 6)) STORED,
    card_last4 text GENERATED ALWAYS AS (right(payer -> 'toolDetails' ->> 'lastDigits', 4)) STORED,
    connector text NOT NULL,
    external_id_scope text NOT NULL DEFAULT '',
    changed_amount bigint CHECK (changed_amount > 0),
    extra_payment_info jsonb,
    attempt integer NOT NULL DEFAULT 1 CHECK (attempt > 0),
    next_connectors jsonb NOT NULL DEFAULT '[]',
    routing jsonb,
    scheme_transaction_id text,
    connector_fee bigint,
    PRIMARY KEY (invoice_id, id),
    CHECK (capture_amount > 0 AND capture_amount <= authorised_amount)
  );
  CREATE UNIQUE INDEX payments_external_id ON payments (party_id, external_id, external_id_scope)
    WHERE external_id IS NOT NULL;
  CREATE INDEX payments_open ON payments (invoice_id, id) WHERE status IN ('pending', 'processed');
  CREATE INDEX payments_search_amount ON payments (shop_id, amount, created_at, invoice_id, id)
    WHERE amount IS NOT NULL;
  CREATE INDEX payments_search_approval_code ON payments (shop_id, approval_code, created_at, invoice_id, id)
    WHERE approval_code IS NOT NULL;
  CREATE INDEX payments_search_card_first6 ON payments (shop_id, card_first6, created_at, invoice_id, id)
    WHERE card_first6 IS NOT NULL;
  CREATE INDEX payments_search_card_last4 ON payments (shop_id, card_last4, created_at, invoice_id, id)
    WHERE card_last4 IS NOT NULL;
  CREATE INDEX payments_search_card_payment_system ON payments (shop_id, card_payment_system, created_at, invoice_id, id)
    WHERE card_payment_system IS NOT NULL;
  CREATE INDEX payments_search_card_token_provider ON payments (shop_id, card_token_provider, created_at, invoice_id, id)
    WHERE card_token_provider IS NOT NULL;
  CREATE INDEX payments_search_customer_id ON payments (shop_id, customer_id, created_at, invoice_id, id)
    WHERE customer_id IS NOT NULL;
  CREATE INDEX payments_search_flow ON payments (shop_id, flow, created_at, invoice_id, id) WHERE flow IS NOT NULL;
  CREATE INDEX payments_search_id ON payments (shop_id, id, created_at, invoice_id);
  CREATE INDEX payments_search_invoice_id ON payments (shop_id, invoice_id, created_at, id);
  CREATE INDEX payments_search_lower_payer_email ON payments (shop_id, lower(payer_email), created_at, invoice_id, id)
    WHERE payer_email IS NOT NULL;
  CREATE INDEX payments_search_payer_fingerprint_hash ON payments (shop_id, payer_fingerprint_hash, created_at, invoice_id, id)
    WHERE payer_fingerprint_hash IS NOT NULL;
  CREATE INDEX payments_search_payer_ip ON payments (shop_id, payer_ip, created_at, invoice_id, id)
    WHERE payer_ip IS NOT NULL;
  CREATE INDEX payments_search_rrn ON payments (shop_id, rrn, created_at, invoice_id, id) WHERE rrn IS NOT NULL;
  CREATE INDEX payments_search_status ON payments (shop_id, status, created_at, invoice_id, id)
    WHERE status IS NOT NULL;
  CREATE INDEX payments_search_terminal_provider ON payments (shop_id, terminal_provider, created_at, invoice_id, id)
    WHERE terminal_provider IS NOT NULL;
  CREATE INDEX payments_search_tool_type ON payments (shop_id, tool_type, created_at, invoice_id, id)
    WHERE tool_type IS NOT NULL;
  CREATE INDEX payments_shop_created ON payments (shop_id, created_at, invoice_id, id);
  -- Searches of operators over all parties. Other terms use a shop's part of its own index.
  CREATE INDEX payments_connector_reference ON payments (connector_reference) WHERE connector_reference IS NOT NULL;
  CREATE INDEX payments_payer_phone ON payments (
    right(regexp_replace(payer #>> '{contactInfo,phoneNumber}', '[^0-9]', '', 'g'), 10), created_at
  ) WHERE payer #>> '{contactInfo,phoneNumber}' IS NOT NULL;
  CREATE INDEX payments_held_until ON payments (held_until, invoice_id, id) WHERE status = 'processed' AND held_until IS NOT NULL;

  -- \`dispatch_count\`: how often the request may have been sent while another connector could still be tried.
  CREATE TABLE payment_attempts (
    invoice_id text NOT NULL,
    payment_id text NOT NULL,
    number integer NOT NULL CHECK (number > 0),
    connector text NOT NULL,
    operation_id text NOT NULL,
    reason text NOT NULL,
    outcome text,
    answer text,
    dispatch_count integer NOT NULL DEFAULT 0,
    started_at timestamptz NOT NULL,
    ended_at timestamptz,
    PRIMARY KEY (invoice_id, payment_id, number),
    FOREIGN KEY (invoice_id, payment_id) REFERENCES payments,
    CHECK ((outcome IS NULL) = (ended_at IS NULL))
  );
  -- BRIN: attempts are written when they end.
  CREATE INDEX payment_attempts_ended_at ON payment_attempts USING brin (ended_at) WITH (pages_per_range = 16);
`;
