import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/**
 * Providers of the wallet half, identities, wallets and destinations; the vault of cards. What identifies a person or an
 * instrument is sealed; a card's number rests in the vault alone.
 */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    CREATE TABLE wallet_providers (
      id text PRIMARY KEY,
      name text NOT NULL,
      residences text[] NOT NULL,
      realm text NOT NULL CHECK (realm IN ('test', 'live')),
      destination_authorisation text NOT NULL CHECK (destination_authorisation IN ('automatic', 'operator')),
      authorisation_lifetime_seconds integer CHECK (authorisation_lifetime_seconds > 0),
      terms jsonb NOT NULL
    );

    CREATE TABLE identities (
      id text PRIMARY KEY,
      party_id text NOT NULL REFERENCES parties (id),
      provider_id text NOT NULL REFERENCES wallet_providers (id),
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
      party_id text NOT NULL REFERENCES parties (id),
      identity_id text NOT NULL REFERENCES identities (id),
      provider_id text NOT NULL REFERENCES wallet_providers (id),
      name text NOT NULL,
      currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
      created_at timestamptz NOT NULL,
      is_blocked boolean NOT NULL DEFAULT false,
      metadata jsonb,
      external_id text,
      parameters_hash bytea
    );
    CREATE UNIQUE INDEX wallets_external_id ON wallets (party_id, external_id) WHERE external_id IS NOT NULL;
    CREATE INDEX wallets_party_created ON wallets (party_id, created_at, id);
    CREATE INDEX wallets_identity_created ON wallets (identity_id, created_at, id);
    CREATE INDEX wallets_provider_id ON wallets (provider_id);

    CREATE TABLE vault_cards (
      token text PRIMARY KEY,
      party_id text NOT NULL REFERENCES parties (id),
      created_at timestamptz NOT NULL DEFAULT now(),
      card_sealed text NOT NULL,
      bin text NOT NULL CHECK (bin ~ '^[0-9]{6}$'),
      last_digits text NOT NULL CHECK (last_digits ~ '^[0-9]{4}$'),
      payment_system text NOT NULL
    );
    CREATE INDEX vault_cards_party_id ON vault_cards (party_id);

    CREATE TABLE destinations (
      id text PRIMARY KEY,
      party_id text NOT NULL REFERENCES parties (id),
      identity_id text NOT NULL REFERENCES identities (id),
      provider_id text NOT NULL REFERENCES wallet_providers (id),
      name text NOT NULL,
      currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
      created_at timestamptz NOT NULL,
      is_blocked boolean NOT NULL DEFAULT false,
      resource_type text NOT NULL,
      details_sealed text NOT NULL,
      metadata jsonb,
      external_id text,
      parameters_hash bytea,
      status text NOT NULL CHECK (status IN ('Unauthorized', 'Authorized')),
      valid_until timestamptz,
      CHECK (valid_until IS NULL OR status = 'Authorized')
    );
    CREATE UNIQUE INDEX destinations_external_id ON destinations (party_id, external_id) WHERE external_id IS NOT NULL;
    CREATE INDEX destinations_party_created ON destinations (party_id, created_at, id);
    CREATE INDEX destinations_identity_created ON destinations (identity_id, created_at, id);
    CREATE INDEX destinations_provider_id ON destinations (provider_id);
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    DROP TABLE destinations; DROP TABLE vault_cards; DROP TABLE wallets; DROP TABLE identities;
    DROP TABLE wallet_providers;
  `);
}
