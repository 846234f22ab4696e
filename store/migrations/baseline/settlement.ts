/** Batches of what shops are owed, and payouts. A line is a transfer of the ledger; two shops may have lines of the same transfer. */
export const settlement = `
  -- Since when the bank account of payouts is another one; null if it never changed.
  ALTER TABLE contracts ADD COLUMN bank_account_changed_at timestamptz;
  ALTER TABLE shops ADD COLUMN contract_changed_at timestamptz;
  CREATE FUNCTION bank_account_changed() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN NEW.bank_account_changed_at := now(); RETURN NEW; END $$;
  CREATE TRIGGER contracts_bank_account_changed BEFORE UPDATE ON contracts FOR EACH ROW
    WHEN (OLD.contractor -> 'bankAccount' IS DISTINCT FROM NEW.contractor -> 'bankAccount') EXECUTE FUNCTION bank_account_changed();
  CREATE FUNCTION shop_contract_changed() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN NEW.contract_changed_at := now(); RETURN NEW; END $$;
  CREATE TRIGGER shops_contract_changed BEFORE UPDATE ON shops FOR EACH ROW
    WHEN (OLD.contract_id <> NEW.contract_id) EXECUTE FUNCTION shop_contract_changed();

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

  CREATE TABLE bank_files (
    -- Of the command that made it.
    id text PRIMARY KEY,
    payment_institution_id integer NOT NULL REFERENCES payment_institutions,
    currency text NOT NULL,
    format text NOT NULL CHECK (format IN ('pain.001', 'sepa', 'text-1251', 'text-utf8')),
    -- The provider's account, as it was when the file was made.
    debtor jsonb NOT NULL,
    account text NOT NULL,
    execution_date date NOT NULL,
    -- Orders of an account and a day have numbers of their own, also those of cancelled files.
    first_number integer NOT NULL CHECK (first_number > 0),
    payout_count integer NOT NULL CHECK (payout_count > 0),
    amount bigint NOT NULL CHECK (amount > 0),
    status text NOT NULL CHECK (status IN ('created', 'confirmed', 'cancelled')),
    created_at timestamptz NOT NULL,
    decided_at timestamptz,
    content bytea NOT NULL,
    sha256 text NOT NULL,
    UNIQUE (account, execution_date, first_number)
  );
  CREATE INDEX bank_files_list ON bank_files (created_at, id);
  CREATE INDEX bank_files_payment_institution ON bank_files (payment_institution_id);

  CREATE TABLE payouts (
    id text PRIMARY KEY,
    party_id text NOT NULL,
    shop_id text NOT NULL REFERENCES shops,
    batch_id text NOT NULL UNIQUE REFERENCES settlement_batches,
    amount bigint NOT NULL CHECK (amount > 0),
    currency text NOT NULL,
    -- The bank account when the batch was closed: a later change does not redirect this payout.
    creditor jsonb NOT NULL,
    -- A changed bank account is not paid before.
    send_from timestamptz,
    bank_file_id text REFERENCES bank_files,
    -- The account that pays, instead of a file.
    connector text,
    connector_reference text,
    -- When the connector accepted it, with the result to come.
    accepted_at timestamptz,
    result_due_at timestamptz,
    -- What the bank returns in its statement.
    order_reference text,
    status text NOT NULL CHECK (status IN ('pending', 'sent', 'paid', 'failed', 'returned', 'cancelled')),
    status_changed_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    -- Why it failed, was returned or cancelled, as recorded.
    reason text,
    bank_reference text,
    CHECK (connector IS NULL OR bank_file_id IS NULL)
  );
  CREATE INDEX payouts_shop ON payouts (shop_id, created_at, id);
  CREATE INDEX payouts_amount ON payouts (currency, amount, created_at);
  CREATE INDEX payouts_failed ON payouts (status_changed_at, id) WHERE status IN ('failed', 'returned');
  CREATE INDEX payouts_open ON payouts (created_at, id) WHERE status IN ('pending', 'sent');
  CREATE INDEX payouts_bank_file ON payouts (bank_file_id);
  CREATE UNIQUE INDEX payouts_order_reference ON payouts (bank_file_id, order_reference);

  CREATE TABLE bank_statements (
    id text PRIMARY KEY,
    sha256 text NOT NULL UNIQUE,
    line_count integer NOT NULL,
    received_at timestamptz NOT NULL,
    -- Null until two people have applied it.
    applied_at timestamptz
  );
  CREATE INDEX bank_statements_list ON bank_statements (received_at, id);

  -- The movements of a bank's statement.
  CREATE TABLE bank_statement_lines (
    statement_id text NOT NULL REFERENCES bank_statements,
    number integer NOT NULL CHECK (number > 0),
    -- Where it is in the file: a line and an entry.
    place jsonb NOT NULL,
    -- The same whenever the bank sends the same movement.
    entry_id text NOT NULL,
    account text NOT NULL,
    reference text,
    amount bigint NOT NULL CHECK (amount >= 0),
    currency text NOT NULL,
    direction text NOT NULL CHECK (direction IN ('credit', 'debit')),
    -- Null while the bank has not booked it.
    booked_on date,
    counter_account text,
    return_reason text,
    bank_reference text,
    -- What it meant for payouts; null until the statement is applied.
    result text,
    expected text,
    actual text,
    payout_id text REFERENCES payouts,
    -- The transfer of the acquirer's batch that it cleared.
    cleared text,
    PRIMARY KEY (statement_id, number)
  );
  CREATE INDEX bank_statement_lines_payout ON bank_statement_lines (payout_id);
  CREATE UNIQUE INDEX bank_statement_lines_cleared ON bank_statement_lines (account, entry_id) WHERE cleared IS NOT NULL;
  CREATE INDEX bank_statement_lines_entry ON bank_statement_lines (entry_id);
`;
