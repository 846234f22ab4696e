import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/**
 * The double-entry ledger. A transfer moves one amount from its debit account to its credit account, so every transfer
 * sums to zero by its shape; composite foreign keys hold both accounts to the transfer's currency. Transfers are never
 * changed: a pending one is resolved by another transfer (post or void) that refers to it, at most once.
 */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    CREATE TABLE ledger_accounts (
      id text PRIMARY KEY,
      kind text NOT NULL,
      currency text NOT NULL CHECK (currency ~ '^[A-Z]{3,}$'),
      credits_posted bigint NOT NULL DEFAULT 0 CHECK (credits_posted >= 0),
      debits_posted bigint NOT NULL DEFAULT 0 CHECK (debits_posted >= 0),
      credits_pending bigint NOT NULL DEFAULT 0 CHECK (credits_pending >= 0),
      debits_pending bigint NOT NULL DEFAULT 0 CHECK (debits_pending >= 0),
      may_go_negative boolean NOT NULL DEFAULT true,
      UNIQUE (id, currency),
      CONSTRAINT ledger_accounts_never_overdrawn CHECK (may_go_negative OR credits_posted >= debits_posted + debits_pending)
    );

    CREATE TABLE ledger_transfers (
      id text PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('posted', 'pending', 'post', 'void')),
      pending_id text UNIQUE REFERENCES ledger_transfers (id),
      debit_account_id text NOT NULL,
      credit_account_id text NOT NULL,
      amount bigint NOT NULL,
      currency text NOT NULL,
      reason text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      CHECK ((kind IN ('post', 'void')) = (pending_id IS NOT NULL)),
      CHECK (amount > 0 OR (kind = 'void' AND amount = 0)),
      CHECK (debit_account_id <> credit_account_id),
      FOREIGN KEY (debit_account_id, currency) REFERENCES ledger_accounts (id, currency),
      FOREIGN KEY (credit_account_id, currency) REFERENCES ledger_accounts (id, currency)
    );
    CREATE INDEX ledger_transfers_debit ON ledger_transfers (debit_account_id);
    CREATE INDEX ledger_transfers_credit ON ledger_transfers (credit_account_id);

    CREATE FUNCTION ledger_transfers_stay() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'ledger transfers are immutable';
    END $$;
    CREATE TRIGGER ledger_transfers_stay BEFORE UPDATE OR DELETE ON ledger_transfers
      FOR EACH ROW EXECUTE FUNCTION ledger_transfers_stay();
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    DROP TABLE ledger_transfers; DROP FUNCTION ledger_transfers_stay(); DROP TABLE ledger_accounts;
  `);
}
