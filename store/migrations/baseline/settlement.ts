/** Batches of what shops are owed, and payouts. A line is a transfer of the ledger; two shops may have lines of the same transfer. */
export const settlement = `
  CREATE TABLE settlement_batches (
    id text PRIMARY KEY,
    party_id text NOT NULL,
    shop_id text NOT NULL REFERENCES shops,
    currency text NOT NULL,
    number integer NOT NULL CHECK (number > 0),
    -- Takes lines that are available on this day or before.
    until_day date NOT NULL,
    begun_at timestamptz NOT NULL,
    -- Transfers from before have a batch when this one is closed.
    open_since timestamptz,
    -- Null while lines are added.
    closed_at timestamptz,
    opening numeric(38) NOT NULL,
    line_count integer,
    net numeric(38),
    closing numeric(38),
    UNIQUE (shop_id, currency, number)
  );
  CREATE UNIQUE INDEX settlement_batches_open ON settlement_batches (shop_id, currency) WHERE closed_at IS NULL;

  CREATE TABLE settlement_lines (
    shop_id text NOT NULL,
    transfer_id text NOT NULL REFERENCES ledger_transfers,
    batch_id text NOT NULL REFERENCES settlement_batches,
    gross bigint NOT NULL,
    -- Negative if it is returned.
    fee bigint NOT NULL,
    -- Within the fee.
    vat bigint NOT NULL CHECK (abs(vat) <= abs(fee)),
    available_on date NOT NULL,
    PRIMARY KEY (transfer_id, shop_id)
  );
  CREATE INDEX settlement_lines_batch ON settlement_lines (batch_id, transfer_id);

  -- Held when a batch is closed, each released once, when a later one is.
  CREATE TABLE settlement_reserves (
    batch_id text NOT NULL REFERENCES settlement_batches,
    kind text NOT NULL CHECK (kind IN ('rolling', 'fixed', 'afterEnd')),
    shop_id text NOT NULL,
    currency text NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    -- Null for what is held until the terms or the contract end it.
    release_on date CHECK ((kind = 'fixed') = (release_on IS NULL)),
    released_in text REFERENCES settlement_batches,
    PRIMARY KEY (batch_id, kind)
  );
  CREATE INDEX settlement_reserves_held ON settlement_reserves (shop_id, currency) WHERE released_in IS NULL;
  CREATE INDEX settlement_reserves_released_in ON settlement_reserves (released_in);

  CREATE TABLE payouts (
    id text PRIMARY KEY,
    party_id text NOT NULL,
    shop_id text NOT NULL REFERENCES shops,
    batch_id text NOT NULL UNIQUE REFERENCES settlement_batches,
    amount bigint NOT NULL CHECK (amount > 0),
    currency text NOT NULL,
    -- The contractor of the contract when the batch was closed: a later change does not redirect this payout.
    contractor jsonb NOT NULL,
    status text NOT NULL CHECK (status IN ('pending', 'sent', 'paid', 'failed', 'returned', 'cancelled')),
    status_changed_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    -- Why it failed, was returned or cancelled, as recorded.
    reason text,
    bank_reference text
  );
  CREATE INDEX payouts_shop ON payouts (shop_id, created_at, id);
  CREATE INDEX payouts_failed ON payouts (status_changed_at, id) WHERE status IN ('failed', 'returned');
  CREATE INDEX payouts_open ON payouts (created_at, id) WHERE status IN ('pending', 'sent');
`;
