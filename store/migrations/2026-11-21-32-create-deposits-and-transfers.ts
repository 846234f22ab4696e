import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/**
 * Sources, deposits, and what operators do to deposits afterwards. `operation_key` is the workflow's: the same operation
 * asked again finds what it made. Reverts and adjustments carry their deposit's wallet, source and party, because they
 * are listed by them.
 */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    CREATE TABLE sources (
      id text PRIMARY KEY,
      name text NOT NULL,
      currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
      created_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE deposits (
      id text PRIMARY KEY,
      operation_key text NOT NULL UNIQUE,
      party_id text NOT NULL REFERENCES parties (id),
      identity_id text NOT NULL REFERENCES identities (id),
      wallet_id text NOT NULL REFERENCES wallets (id),
      source_id text NOT NULL REFERENCES sources (id),
      created_at timestamptz NOT NULL,
      amount bigint NOT NULL CHECK (amount > 0),
      currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
      reverted_amount bigint NOT NULL DEFAULT 0 CHECK (reverted_amount BETWEEN 0 AND amount),
      posting_count integer NOT NULL DEFAULT 0,
      description text,
      external_id text,
      status text NOT NULL CHECK (status IN ('Pending', 'Succeeded', 'Failed')),
      failure jsonb,
      CHECK ((status = 'Failed') = (failure IS NOT NULL))
    );
    CREATE INDEX deposits_party_created ON deposits (party_id, created_at, id);
    CREATE INDEX deposits_identity_id ON deposits (identity_id);
    CREATE INDEX deposits_wallet_id ON deposits (wallet_id, created_at, id);
    CREATE INDEX deposits_source_id ON deposits (source_id);

    CREATE TABLE deposit_reverts (
      id text PRIMARY KEY,
      operation_key text NOT NULL UNIQUE,
      deposit_id text NOT NULL REFERENCES deposits (id),
      party_id text NOT NULL REFERENCES parties (id),
      identity_id text NOT NULL REFERENCES identities (id),
      wallet_id text NOT NULL REFERENCES wallets (id),
      source_id text NOT NULL REFERENCES sources (id),
      created_at timestamptz NOT NULL,
      amount bigint NOT NULL CHECK (amount > 0),
      currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
      reason text,
      external_id text,
      status text NOT NULL CHECK (status IN ('Pending', 'Succeeded', 'Failed')),
      failure jsonb,
      CHECK ((status = 'Failed') = (failure IS NOT NULL))
    );
    CREATE INDEX deposit_reverts_party_created ON deposit_reverts (party_id, created_at, id);
    CREATE INDEX deposit_reverts_deposit_id ON deposit_reverts (deposit_id);
    CREATE INDEX deposit_reverts_identity_id ON deposit_reverts (identity_id);
    CREATE INDEX deposit_reverts_wallet_id ON deposit_reverts (wallet_id);
    CREATE INDEX deposit_reverts_source_id ON deposit_reverts (source_id);

    CREATE TABLE deposit_adjustments (
      id text PRIMARY KEY,
      operation_key text NOT NULL UNIQUE,
      deposit_id text NOT NULL REFERENCES deposits (id),
      party_id text NOT NULL REFERENCES parties (id),
      identity_id text NOT NULL REFERENCES identities (id),
      wallet_id text NOT NULL REFERENCES wallets (id),
      source_id text NOT NULL REFERENCES sources (id),
      created_at timestamptz NOT NULL,
      amount bigint NOT NULL CHECK (amount > 0),
      currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
      target text NOT NULL CHECK (target IN ('Succeeded', 'Failed')),
      external_id text,
      status text NOT NULL CHECK (status IN ('Pending', 'Succeeded', 'Failed')),
      failure jsonb,
      CHECK ((status = 'Failed') = (failure IS NOT NULL))
    );
    CREATE INDEX deposit_adjustments_party_created ON deposit_adjustments (party_id, created_at, id);
    CREATE INDEX deposit_adjustments_deposit_id ON deposit_adjustments (deposit_id);
    CREATE UNIQUE INDEX deposit_adjustments_one_pending ON deposit_adjustments (deposit_id) WHERE status = 'Pending';
    CREATE INDEX deposit_adjustments_identity_id ON deposit_adjustments (identity_id);
    CREATE INDEX deposit_adjustments_wallet_id ON deposit_adjustments (wallet_id);
    CREATE INDEX deposit_adjustments_source_id ON deposit_adjustments (source_id);

    CREATE TABLE w2w_transfers (
      id text PRIMARY KEY,
      party_id text NOT NULL REFERENCES parties (id),
      sender_id text NOT NULL REFERENCES wallets (id),
      receiver_id text NOT NULL REFERENCES wallets (id),
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
    CREATE INDEX w2w_transfers_sender_id ON w2w_transfers (sender_id, created_at);
    CREATE INDEX w2w_transfers_receiver_id ON w2w_transfers (receiver_id, created_at);
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    DROP TABLE w2w_transfers; DROP TABLE deposit_adjustments; DROP TABLE deposit_reverts; DROP TABLE deposits;
    DROP TABLE sources;
  `);
}
