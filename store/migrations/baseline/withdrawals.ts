/** Destinations, withdrawals, and the quotes and grants that they redeem. */
export const withdrawals = `
  CREATE TABLE destinations (
    id text PRIMARY KEY,
    party_id text NOT NULL REFERENCES parties,
    identity_id text NOT NULL REFERENCES identities,
    provider_id text NOT NULL REFERENCES wallet_providers,
    name text NOT NULL,
    currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    created_at timestamptz NOT NULL,
    is_blocked boolean NOT NULL DEFAULT false,
    resource_type text NOT NULL,
    encrypted_details text NOT NULL,
    metadata jsonb,
    external_id text,
    parameters_hash bytea,
    status text NOT NULL CHECK (status IN ('Unauthorized', 'Authorized')),
    valid_until timestamptz,
    authorisation_ended_at timestamptz,
    rejected_at timestamptz,
    rejection_reason text,
    CHECK (valid_until IS NULL OR status = 'Authorized')
  );
  CREATE UNIQUE INDEX destinations_external_id ON destinations (party_id, external_id) WHERE external_id IS NOT NULL;
  CREATE INDEX destinations_identity_created ON destinations (identity_id, created_at, id);
  CREATE INDEX destinations_open ON destinations (id) WHERE status = 'Unauthorized';
  CREATE INDEX destinations_party_created ON destinations (party_id, created_at, id);
  CREATE INDEX destinations_provider_id ON destinations (provider_id);
  CREATE INDEX destinations_valid_until ON destinations (valid_until, id)
    WHERE status = 'Authorized' AND valid_until IS NOT NULL;
  CREATE INDEX destinations_status_created ON destinations (status, created_at, id);

  -- \`party_id\` requested it, \`owner_party_id\` owns the wallet. \`source\` leaves the wallet, \`destination\` is paid
  -- out; under a quote they differ.
  CREATE TABLE withdrawals (
    id text PRIMARY KEY,
    party_id text NOT NULL REFERENCES parties,
    owner_party_id text NOT NULL REFERENCES parties,
    identity_id text NOT NULL REFERENCES identities,
    wallet_id text NOT NULL REFERENCES wallets,
    destination_id text NOT NULL REFERENCES destinations,
    provider_id text NOT NULL REFERENCES wallet_providers,
    connector text,
    created_at timestamptz NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    source_amount bigint NOT NULL CHECK (source_amount > 0),
    source_currency text NOT NULL CHECK (source_currency ~ '^[A-Z]{3}$'),
    destination_amount bigint NOT NULL CHECK (destination_amount > 0),
    destination_currency text NOT NULL CHECK (destination_currency ~ '^[A-Z]{3}$'),
    quote_created_at timestamptz,
    quote_expires_on timestamptz,
    encrypted_person text,
    metadata jsonb,
    external_id text,
    parameters_hash bytea,
    status text NOT NULL CHECK (status IN ('Pending', 'Succeeded', 'Failed')),
    status_changed_at timestamptz NOT NULL,
    failure jsonb,
    connector_reference text,
    interaction jsonb,
    event_count integer NOT NULL DEFAULT 1,
    sent_at timestamptz,
    accepted_at timestamptz,
    result_due_at timestamptz,
    returned_at timestamptz,
    CHECK ((status = 'Failed') = (failure IS NOT NULL)),
    CHECK (connector IS NOT NULL OR status = 'Failed')
  );
  CREATE INDEX withdrawals_destination_id ON withdrawals (destination_id);
  CREATE UNIQUE INDEX withdrawals_external_id ON withdrawals (party_id, external_id) WHERE external_id IS NOT NULL;
  CREATE INDEX withdrawals_identity_created ON withdrawals (identity_id, created_at, id);
  CREATE INDEX withdrawals_open ON withdrawals (id) WHERE status = 'Pending';
  CREATE INDEX withdrawals_owner_created ON withdrawals (owner_party_id, created_at, id)
    WHERE owner_party_id <> party_id;
  CREATE INDEX withdrawals_party_created ON withdrawals (party_id, created_at, id);
  CREATE INDEX withdrawals_provider_id ON withdrawals (provider_id);
  CREATE INDEX withdrawals_wallet_created ON withdrawals (wallet_id, created_at, id);
  CREATE INDEX withdrawals_connector_reference ON withdrawals (connector_reference) WHERE connector_reference IS NOT NULL;
  CREATE INDEX withdrawals_amount ON withdrawals (currency, amount, created_at);
  CREATE INDEX withdrawals_result_due ON withdrawals (result_due_at) WHERE status = 'Pending' AND result_due_at IS NOT NULL;

  -- Quotes with an external id. \`payload\` is \`json\` because it keeps the order of fields, so the signed token stays
  -- the same.
  CREATE TABLE withdrawal_quotes (
    id text PRIMARY KEY,
    party_id text NOT NULL REFERENCES parties,
    external_id text NOT NULL,
    parameters_hash bytea NOT NULL,
    payload json NOT NULL
  );
  CREATE UNIQUE INDEX withdrawal_quotes_external_id ON withdrawal_quotes (party_id, external_id);

  -- Grants and quotes that were used, so that none is used twice.
  CREATE TABLE redeemed_tokens (
    token_id text PRIMARY KEY,
    withdrawal_id text NOT NULL REFERENCES withdrawals
  );
  CREATE INDEX redeemed_tokens_withdrawal_id ON redeemed_tokens (withdrawal_id);
`;
