/** Identities, wallets, deposits and transfers between wallets. */
export const wallets = `
  CREATE TABLE identities (
    id text PRIMARY KEY,
    party_id text NOT NULL REFERENCES parties,
    provider_id text NOT NULL REFERENCES wallet_providers,
    name text NOT NULL,
    created_at timestamptz NOT NULL,
    is_blocked boolean NOT NULL DEFAULT false,
    metadata jsonb,
    external_id text,
    parameters_hash bytea
  );
  CREATE UNIQUE INDEX identities_external_id ON identities (party_id, external_id) WHERE external_id IS NOT NULL;
  CREATE INDEX identities_party_created ON identities (party_id, created_at, id);
  CREATE INDEX identities_provider_id ON identities (provider_id);

  CREATE TABLE wallets (
    id text PRIMARY KEY,
    party_id text NOT NULL REFERENCES parties,
    identity_id text NOT NULL REFERENCES identities,
    provider_id text NOT NULL REFERENCES wallet_providers,
    name text NOT NULL,
    currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    created_at timestamptz NOT NULL,
    is_blocked boolean NOT NULL DEFAULT false,
    metadata jsonb,
    external_id text,
    parameters_hash bytea
  );
  CREATE UNIQUE INDEX wallets_external_id ON wallets (party_id, external_id) WHERE external_id IS NOT NULL;
  CREATE INDEX wallets_identity_created ON wallets (identity_id, created_at, id);
  CREATE INDEX wallets_party_created ON wallets (party_id, created_at, id);
  CREATE INDEX wallets_provider_id ON wallets (provider_id);

  CREATE TABLE sources (
    id text PRIMARY KEY,
    name text NOT NULL,
    currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    created_at timestamptz NOT NULL DEFAULT now()
  );

  -- \`idempotency_key\` is the id of the workflow.
  CREATE TABLE deposits (
    id text PRIMARY KEY,
    idempotency_key text NOT NULL UNIQUE,
    party_id text NOT NULL REFERENCES parties,
    identity_id text NOT NULL REFERENCES identities,
    wallet_id text NOT NULL REFERENCES wallets,
    source_id text NOT NULL REFERENCES sources,
    created_at timestamptz NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    reverted_amount bigint NOT NULL DEFAULT 0,
    posting_count integer NOT NULL DEFAULT 0,
    description text,
    external_id text,
    status text NOT NULL CHECK (status IN ('Pending', 'Succeeded', 'Failed')),
    failure jsonb,
    fee bigint CHECK (fee > 0),
    CHECK (reverted_amount >= 0 AND reverted_amount <= amount),
    CHECK ((status = 'Failed') = (failure IS NOT NULL))
  );
  CREATE INDEX deposits_identity_id ON deposits (identity_id);
  CREATE INDEX deposits_open ON deposits (idempotency_key) WHERE status = 'Pending';
  CREATE INDEX deposits_party_created ON deposits (party_id, created_at, id);
  CREATE INDEX deposits_source_id ON deposits (source_id);
  CREATE INDEX deposits_wallet_id ON deposits (wallet_id, created_at, id);
  CREATE INDEX deposits_amount ON deposits (currency, amount, created_at);

  -- Wallet, source and party are repeated from the deposit because lists filter by them.
  CREATE TABLE deposit_reverts (
    id text PRIMARY KEY,
    idempotency_key text NOT NULL UNIQUE,
    deposit_id text NOT NULL REFERENCES deposits,
    party_id text NOT NULL REFERENCES parties,
    identity_id text NOT NULL REFERENCES identities,
    wallet_id text NOT NULL REFERENCES wallets,
    source_id text NOT NULL REFERENCES sources,
    created_at timestamptz NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    reason text,
    external_id text,
    status text NOT NULL CHECK (status IN ('Pending', 'Succeeded', 'Failed')),
    failure jsonb,
    CHECK ((status = 'Failed') = (failure IS NOT NULL))
  );
  CREATE INDEX deposit_reverts_deposit_id ON deposit_reverts (deposit_id);
  CREATE INDEX deposit_reverts_identity_id ON deposit_reverts (identity_id);
  CREATE INDEX deposit_reverts_open ON deposit_reverts (idempotency_key) WHERE status = 'Pending';
  CREATE INDEX deposit_reverts_party_created ON deposit_reverts (party_id, created_at, id);
  CREATE INDEX deposit_reverts_source_id ON deposit_reverts (source_id);
  CREATE INDEX deposit_reverts_wallet_id ON deposit_reverts (wallet_id);

  CREATE TABLE deposit_adjustments (
    id text PRIMARY KEY,
    idempotency_key text NOT NULL UNIQUE,
    deposit_id text NOT NULL REFERENCES deposits,
    party_id text NOT NULL REFERENCES parties,
    identity_id text NOT NULL REFERENCES identities,
    wallet_id text NOT NULL REFERENCES wallets,
    source_id text NOT NULL REFERENCES sources,
    created_at timestamptz NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    target text NOT NULL CHECK (target IN ('Succeeded', 'Failed')),
    external_id text,
    status text NOT NULL CHECK (status IN ('Pending', 'Succeeded', 'Failed')),
    failure jsonb,
    CHECK ((status = 'Failed') = (failure IS NOT NULL))
  );
  CREATE INDEX deposit_adjustments_deposit_id ON deposit_adjustments (deposit_id);
  CREATE INDEX deposit_adjustments_identity_id ON deposit_adjustments (identity_id);
  CREATE UNIQUE INDEX deposit_adjustments_one_pending ON deposit_adjustments (deposit_id) WHERE status = 'Pending';
  CREATE INDEX deposit_adjustments_open ON deposit_adjustments (idempotency_key) WHERE status = 'Pending';
  CREATE INDEX deposit_adjustments_party_created ON deposit_adjustments (party_id, created_at, id);
  CREATE INDEX deposit_adjustments_source_id ON deposit_adjustments (source_id);
  CREATE INDEX deposit_adjustments_wallet_id ON deposit_adjustments (wallet_id);

  CREATE TABLE w2w_transfers (
    id text PRIMARY KEY,
    party_id text NOT NULL REFERENCES parties,
    sender_id text NOT NULL REFERENCES wallets,
    receiver_id text NOT NULL REFERENCES wallets,
    created_at timestamptz NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    external_id text,
    parameters_hash bytea,
    status text NOT NULL CHECK (status IN ('Pending', 'Succeeded', 'Failed')),
    failure jsonb,
    CHECK (sender_id <> receiver_id),
    CHECK ((status = 'Failed') = (failure IS NOT NULL))
  );
  CREATE UNIQUE INDEX w2w_transfers_external_id ON w2w_transfers (party_id, external_id) WHERE external_id IS NOT NULL;
  CREATE INDEX w2w_transfers_party_id ON w2w_transfers (party_id, created_at, id);
  CREATE INDEX w2w_transfers_receiver_id ON w2w_transfers (receiver_id, created_at);
  CREATE INDEX w2w_transfers_sender_id ON w2w_transfers (sender_id, created_at);
  CREATE INDEX w2w_transfers_amount ON w2w_transfers (currency, amount, created_at);
`;
