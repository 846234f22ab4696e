/** Parties, their shops and the keys that act for them. */
export const parties = `
  CREATE TABLE parties (
    id text PRIMARY KEY,
    created_at timestamptz NOT NULL DEFAULT now(),
    is_blocked boolean NOT NULL DEFAULT false,
    is_suspended boolean NOT NULL DEFAULT false,
    webhook_limit integer CHECK (webhook_limit >= 0)
  );

  CREATE TABLE shops (
    id text PRIMARY KEY,
    party_id text NOT NULL REFERENCES parties,
    created_at timestamptz NOT NULL DEFAULT now(),
    is_blocked boolean NOT NULL DEFAULT false,
    is_suspended boolean NOT NULL DEFAULT false,
    currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    category_id integer NOT NULL,
    contract_id text NOT NULL,
    location_url text NOT NULL,
    name text NOT NULL,
    description text,
    terms jsonb NOT NULL DEFAULT '{}',
    -- When the terms of shop_terms replace these; null if none are scheduled.
    next_terms_at timestamptz
  );
  CREATE INDEX shops_party_id ON shops (party_id);

  -- What the payments that a shop began on a day sum to, without failed and cancelled ones.
  CREATE TABLE shop_velocities (
    shop_id text NOT NULL REFERENCES shops,
    currency text NOT NULL,
    day date NOT NULL,
    amount numeric(38) NOT NULL CHECK (amount >= 0),
    PRIMARY KEY (shop_id, currency, day)
  );

  -- Parts of those sums, so that concurrent payments of a shop without a limit of its own wait for none. Its rows are updated by every
  -- payment, so pages keep space for the next version.
  CREATE TABLE shop_velocity_stripes (
    shop_id text NOT NULL,
    currency text NOT NULL,
    day date NOT NULL,
    stripe integer NOT NULL,
    amount numeric(38) NOT NULL,
    PRIMARY KEY (shop_id, currency, day, stripe)
  ) WITH (fillfactor = 50);

  CREATE TABLE api_keys (
    id text PRIMARY KEY,
    party_id text NOT NULL REFERENCES parties,
    name text NOT NULL,
    key_hash bytea NOT NULL UNIQUE,
    created_at timestamptz NOT NULL DEFAULT now(),
    revoked_at timestamptz,
    scopes text[] NOT NULL DEFAULT '{read,payments,payouts,webhooks}',
    expires_at timestamptz,
    last_used_at timestamptz,
    last_limited_at timestamptz
  );
  CREATE INDEX api_keys_party_id ON api_keys (party_id);

  -- Parties whose limits differ from the default.
  CREATE TABLE request_limits (
    party_id text PRIMARY KEY REFERENCES parties,
    per_key integer CHECK (per_key > 0),
    per_token integer CHECK (per_token > 0)
  );
`;
