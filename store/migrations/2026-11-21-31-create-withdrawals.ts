import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/**
 * Withdrawals. `owner_party_id` and `identity_id` are the wallet's; `party_id` asked, which with a grant is another. A
 * withdrawal takes `taken` from the wallet and gives `given` to the destination: the two differ under a quote. A grant
 * or a quote that was redeemed stays in `redeemed_tokens`, so that none serves twice.
 */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    CREATE TABLE withdrawals (
      id text PRIMARY KEY,
      party_id text NOT NULL REFERENCES parties (id),
      owner_party_id text NOT NULL REFERENCES parties (id),
      identity_id text NOT NULL REFERENCES identities (id),
      wallet_id text NOT NULL REFERENCES wallets (id),
      destination_id text NOT NULL REFERENCES destinations (id),
      provider_id text NOT NULL REFERENCES wallet_providers (id),
      connector text,
      created_at timestamptz NOT NULL,
      amount bigint NOT NULL CHECK (amount > 0),
      currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
      taken_amount bigint NOT NULL CHECK (taken_amount > 0),
      taken_currency text NOT NULL CHECK (taken_currency ~ '^[A-Z]{3}$'),
      given_amount bigint NOT NULL CHECK (given_amount > 0),
      given_currency text NOT NULL CHECK (given_currency ~ '^[A-Z]{3}$'),
      quote_created_at timestamptz,
      quote_expires_on timestamptz,
      person_sealed text,
      metadata jsonb,
      external_id text,
      parameters_hash bytea,
      status text NOT NULL CHECK (status IN ('Pending', 'Succeeded', 'Failed')),
      status_changed_at timestamptz NOT NULL,
      failure jsonb,
      provider_reference text,
      CHECK ((status = 'Failed') = (failure IS NOT NULL)),
      CHECK (connector IS NOT NULL OR status = 'Failed')
    );
    CREATE UNIQUE INDEX withdrawals_external_id ON withdrawals (party_id, external_id) WHERE external_id IS NOT NULL;
    CREATE INDEX withdrawals_party_created ON withdrawals (party_id, created_at, id);
    CREATE INDEX withdrawals_owner_created ON withdrawals (owner_party_id, created_at, id) WHERE owner_party_id <> party_id;
    CREATE INDEX withdrawals_wallet_created ON withdrawals (wallet_id, created_at, id);
    CREATE INDEX withdrawals_identity_created ON withdrawals (identity_id, created_at, id);
    CREATE INDEX withdrawals_destination_id ON withdrawals (destination_id);
    CREATE INDEX withdrawals_provider_id ON withdrawals (provider_id);

    CREATE TABLE redeemed_tokens (
      token_id text PRIMARY KEY,
      withdrawal_id text NOT NULL REFERENCES withdrawals (id)
    );
    CREATE INDEX redeemed_tokens_withdrawal_id ON redeemed_tokens (withdrawal_id);

    -- What an account gave lately is held to limits.
    DROP INDEX ledger_transfers_debit;
    CREATE INDEX ledger_transfers_debit ON ledger_transfers (debit_account_id, created_at);
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    DROP INDEX ledger_transfers_debit;
    CREATE INDEX ledger_transfers_debit ON ledger_transfers (debit_account_id);
    DROP TABLE redeemed_tokens; DROP TABLE withdrawals;
  `);
}
