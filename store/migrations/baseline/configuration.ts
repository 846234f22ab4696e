const TABLES = [
  'categories',
  'trade_blocs',
  'service_providers',
  'payment_institutions',
  'parties',
  'contracts',
  'shops',
  'wallet_providers',
];

/** Versions of configured entities and the terms of shops by date. */
export const configuration = `
  CREATE FUNCTION configuration_advance_version() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.version := OLD.version + 1;
    RETURN NEW;
  END $$;
  ${TABLES.map(
    (table) => `
  ALTER TABLE ${table} ADD COLUMN version integer NOT NULL DEFAULT 1;
  CREATE TRIGGER ${table}_advance_version BEFORE UPDATE ON ${table}
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION configuration_advance_version();`,
  ).join('')}

  CREATE TABLE shop_terms (
    shop_id text NOT NULL REFERENCES shops,
    valid_from timestamptz NOT NULL,
    terms jsonb NOT NULL,
    PRIMARY KEY (shop_id, valid_from)
  );

  CREATE FUNCTION shop_terms_append() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO shop_terms (shop_id, valid_from, terms)
    SELECT NEW.id, clock_timestamp(), NEW.terms
    WHERE NEW.terms IS DISTINCT FROM (
      SELECT t.terms FROM shop_terms t WHERE t.shop_id = NEW.id AND t.valid_from <= clock_timestamp()
      ORDER BY t.valid_from DESC LIMIT 1);
    RETURN NULL;
  END $$;
  CREATE TRIGGER shops_append_terms AFTER INSERT OR UPDATE OF terms ON shops
    FOR EACH ROW EXECUTE FUNCTION shop_terms_append();

  -- What a change can be rolled back to.
  CREATE TABLE configuration_versions (
    type text NOT NULL,
    id text NOT NULL,
    version integer NOT NULL,
    form jsonb NOT NULL,
    PRIMARY KEY (type, id, version)
  );
`;
