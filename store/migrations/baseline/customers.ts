/** Saved payers, the payment tools bound to them, and stored cards. */
export const customers = `
  -- The external id of a deleted customer may be used again.
  CREATE TABLE customers (
    id text PRIMARY KEY,
    party_id text NOT NULL REFERENCES parties,
    shop_id text NOT NULL REFERENCES shops,
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
    erased_at timestamptz,
    CHECK ((status = 'ready') = (active_binding_id IS NOT NULL))
  );
  CREATE UNIQUE INDEX customers_external_id ON customers (party_id, external_id)
    WHERE external_id IS NOT NULL AND deleted_at IS NULL;
  CREATE INDEX customers_party_id ON customers (party_id);
  CREATE INDEX customers_shop_id ON customers (shop_id);
  CREATE INDEX customers_email ON customers (lower(contact_info ->> 'email'), created_at);
  CREATE INDEX customers_phone ON customers (
    right(regexp_replace(contact_info ->> 'phoneNumber', '[^0-9]', '', 'g'), 10), created_at
  );
  -- Deleted customers whose contact information is not erased.
  CREATE INDEX customers_deleted ON customers (deleted_at) WHERE deleted_at IS NOT NULL AND erased_at IS NULL;

  CREATE TABLE customer_bindings (
    customer_id text NOT NULL REFERENCES customers,
    id text NOT NULL,
    party_id text NOT NULL REFERENCES parties,
    shop_id text NOT NULL REFERENCES shops,
    external_id text,
    parameters_hash bytea,
    created_at timestamptz NOT NULL,
    deadline timestamptz NOT NULL,
    client_info jsonb NOT NULL,
    tool_details jsonb NOT NULL,
    encrypted_payment_tool text,
    encrypted_recurrent_token text,
    status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
    status_changed_at timestamptz NOT NULL,
    interaction jsonb,
    failure jsonb,
    connector text NOT NULL,
    external_id_scope text NOT NULL DEFAULT '',
    scheme_transaction_id text,
    PRIMARY KEY (customer_id, id),
    CHECK (status = 'pending' OR encrypted_payment_tool IS NULL)
  );
  CREATE UNIQUE INDEX customer_bindings_external_id ON customer_bindings (party_id, external_id, external_id_scope)
    WHERE external_id IS NOT NULL;
  CREATE INDEX customer_bindings_open ON customer_bindings (customer_id, id) WHERE status = 'pending';
  CREATE INDEX customer_bindings_party_id ON customer_bindings (party_id);
  CREATE INDEX customer_bindings_shop_id ON customer_bindings (shop_id);
  CREATE INDEX customer_bindings_last_digits ON customer_bindings (right(tool_details ->> 'lastDigits', 4), created_at);
  CREATE INDEX customer_bindings_id ON customer_bindings (id);

  -- Payment tools whose encrypted form does not fit the 2000 characters of a token.
  CREATE TABLE long_payment_tools (
    id text PRIMARY KEY,
    encrypted_content text NOT NULL,
    valid_until timestamptz NOT NULL
  );
  CREATE INDEX long_payment_tools_valid_until ON long_payment_tools (valid_until);

  -- Cards are in the vault: here are their ids and when they are deleted. A card that destinations use has no \`delete_after\`.
  CREATE TABLE vault_cards (
    token text PRIMARY KEY,
    party_id text NOT NULL REFERENCES parties,
    created_at timestamptz NOT NULL DEFAULT now(),
    bin text NOT NULL CHECK (bin ~ '^[0-9]{6}$'),
    last_digits text NOT NULL CHECK (last_digits ~ '^[0-9]{4}$'),
    payment_system text NOT NULL,
    card_id text,
    delete_after timestamptz,
    deleting_at timestamptz
  );
  CREATE INDEX vault_cards_party_id ON vault_cards (party_id);
  CREATE INDEX vault_cards_due ON vault_cards (delete_after) WHERE delete_after IS NOT NULL;
  CREATE UNIQUE INDEX vault_cards_card_id ON vault_cards (card_id);

  -- Erasures of people, and the rows that each erases. The selector is encrypted, and deleted at the end.
  CREATE TABLE erasures (
    id text PRIMARY KEY,
    state text NOT NULL CHECK (state IN ('searching', 'found', 'confirmed', 'erasing', 'erased', 'cancelled')),
    reason text NOT NULL,
    requested_by text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    confirmed_by text,
    finished_at timestamptz,
    encrypted_person text,
    search_kind integer NOT NULL DEFAULT 0,
    search_after text[],
    CHECK ((state IN ('erased', 'cancelled')) = (encrypted_person IS NULL))
  );
  CREATE INDEX erasures_open ON erasures (created_at) WHERE state IN ('searching', 'confirmed', 'erasing');

  CREATE TABLE erasure_rows (
    erasure_id text NOT NULL REFERENCES erasures,
    kind text NOT NULL,
    key text[] NOT NULL,
    erased_at timestamptz,
    retry_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (erasure_id, kind, key)
  );
  CREATE INDEX erasure_rows_open ON erasure_rows (erasure_id, retry_at) WHERE erased_at IS NULL;
`;
