/** Accounts with acquirers, their recent failures, and what acquirers stated. */
export const connectors = `
  CREATE TABLE connector_accounts (
    id text PRIMARY KEY CHECK (id ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
    connector text NOT NULL,
    name text NOT NULL,
    realm text NOT NULL CHECK (realm IN ('test', 'live')),
    is_enabled boolean NOT NULL DEFAULT true,
    settings jsonb NOT NULL DEFAULT '{}',
    encrypted_credentials text NOT NULL,
    credentials_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now()
  );

  -- One row for each account that had a request; the counts decay.
  CREATE TABLE connector_account_health (
    account text PRIMARY KEY,
    request_count double precision NOT NULL,
    failure_count double precision NOT NULL,
    observed_at timestamptz NOT NULL,
    passed_over_until timestamptz
  );

  -- What connectors stated in callbacks, for look-ups of connectors without a query API.
  CREATE TABLE connector_notices (
    connector text NOT NULL,
    id text NOT NULL,
    reference text NOT NULL,
    original_reference text,
    event text NOT NULL,
    is_success boolean NOT NULL,
    connector_reference text NOT NULL,
    amount bigint,
    currency text,
    details jsonb NOT NULL,
    stated_at timestamptz NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (connector, id)
  );
  CREATE INDEX connector_notices_reference ON connector_notices (reference, connector);
  CREATE INDEX connector_notices_original ON connector_notices (original_reference, connector)
    WHERE original_reference IS NOT NULL;
  CREATE INDEX connector_notices_received ON connector_notices (received_at);

  -- Operations that may be returned after they succeeded.
  CREATE TABLE return_look_ups (
    operation_id text PRIMARY KEY,
    connector text NOT NULL,
    due_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL
  );
  CREATE INDEX return_look_ups_due ON return_look_ups (due_at);
`;
