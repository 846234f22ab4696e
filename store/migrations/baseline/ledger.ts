/** The double-entry ledger: every transfer moves one amount from its debit account to its credit account. */
export const ledger = `
  -- Sums have 38 digits because a connector account sums all shops; a wallet balance is returned as a JSON integer
  -- and stays within 2^53 - 1.
  CREATE TABLE ledger_accounts (
    id text PRIMARY KEY,
    kind text NOT NULL,
    currency text NOT NULL CHECK (currency ~ '^[A-Z]{3,}$'),
    credits_posted numeric(38) NOT NULL DEFAULT 0 CHECK (credits_posted >= 0),
    debits_posted numeric(38) NOT NULL DEFAULT 0 CHECK (debits_posted >= 0),
    credits_pending numeric(38) NOT NULL DEFAULT 0 CHECK (credits_pending >= 0),
    debits_pending numeric(38) NOT NULL DEFAULT 0 CHECK (debits_pending >= 0),
    may_go_negative boolean NOT NULL DEFAULT true,
    UNIQUE (id, currency),
    CONSTRAINT ledger_accounts_never_overdrawn CHECK (may_go_negative OR credits_posted >= debits_posted + debits_pending),
    CONSTRAINT ledger_accounts_wallet_is_json_safe CHECK (kind <> 'wallet' OR credits_posted - debits_posted <= 9007199254740991)
  );

  -- A pending transfer is resolved at most once, by a post or void transfer that refers to it.
  CREATE TABLE ledger_transfers (
    id text PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('posted', 'pending', 'post', 'void')),
    pending_id text UNIQUE REFERENCES ledger_transfers,
    debit_account_id text NOT NULL,
    credit_account_id text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    reason text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    FOREIGN KEY (credit_account_id, currency) REFERENCES ledger_accounts (id, currency),
    FOREIGN KEY (debit_account_id, currency) REFERENCES ledger_accounts (id, currency),
    CHECK ((kind IN ('post', 'void')) = (pending_id IS NOT NULL)),
    CHECK ((amount > 0) OR ((kind = 'void') AND (amount = 0))),
    CHECK (debit_account_id <> credit_account_id)
  );
  -- Shops are few among wallets.
  CREATE INDEX ledger_accounts_settlement ON ledger_accounts (id) WHERE kind = 'settlement';
  CREATE INDEX ledger_transfers_created_at ON ledger_transfers USING brin (created_at)
    WITH (pages_per_range = 32, autosummarize = on);
  CREATE INDEX ledger_transfers_credit ON ledger_transfers (credit_account_id, created_at);
  CREATE INDEX ledger_transfers_debit ON ledger_transfers (debit_account_id, created_at);

  CREATE FUNCTION ledger_transfers_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'ledger transfers are immutable';
  END $$;
  CREATE TRIGGER ledger_transfers_immutable BEFORE DELETE OR UPDATE ON ledger_transfers
    FOR EACH ROW EXECUTE FUNCTION ledger_transfers_immutable();
`;
