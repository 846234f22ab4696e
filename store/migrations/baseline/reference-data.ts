/** Reference lists, payment institutions, wallet providers and contracts, as the operator configures them. */
export const referenceData = `
  CREATE TABLE categories (
    id integer PRIMARY KEY,
    name text NOT NULL,
    description text
  );

  CREATE TABLE service_providers (
    id text PRIMARY KEY,
    brand_name text,
    category text,
    metadata jsonb
  );

  CREATE TABLE trade_blocs (
    id text PRIMARY KEY,
    name text NOT NULL,
    description text,
    countries text[] NOT NULL
  );

  CREATE TABLE payment_institutions (
    id integer PRIMARY KEY,
    name text NOT NULL,
    description text,
    residences text[] NOT NULL,
    realm text NOT NULL CHECK (realm IN ('test', 'live')),
    terms jsonb NOT NULL
  );

  CREATE TABLE wallet_providers (
    id text PRIMARY KEY,
    name text NOT NULL,
    residences text[] NOT NULL,
    realm text NOT NULL CHECK (realm IN ('test', 'live')),
    destination_authorisation text NOT NULL CHECK (destination_authorisation IN ('automatic', 'operator')),
    authorisation_lifetime_seconds integer CHECK (authorisation_lifetime_seconds > 0),
    terms jsonb NOT NULL
  );

  CREATE TABLE contracts (
    id text PRIMARY KEY,
    party_id text NOT NULL REFERENCES parties,
    created_at timestamptz NOT NULL,
    status text NOT NULL CHECK (status IN ('active', 'terminated')),
    valid_since timestamptz,
    valid_until timestamptz,
    terminated_at timestamptz,
    contractor jsonb NOT NULL,
    legal_agreement jsonb,
    payment_institution_id integer NOT NULL REFERENCES payment_institutions,
    reporting_preferences jsonb,
    adjustments jsonb NOT NULL,
    CHECK ((status = 'terminated') = (terminated_at IS NOT NULL))
  );
  CREATE INDEX contracts_party_id ON contracts (party_id);
  CREATE INDEX contracts_payment_institution_id ON contracts (payment_institution_id);
`;
