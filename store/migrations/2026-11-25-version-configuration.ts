import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

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

/** The function that appends to the audit chain. Entries without values before and after stay as they were. */
const chainFunction = (changes: string): string => `
  CREATE OR REPLACE FUNCTION audit_chain_append(a audit_log) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    head audit_chain_head;
    next_entry jsonb;
    next_hash bytea;
  BEGIN
    SELECT * INTO STRICT head FROM audit_chain_head FOR UPDATE;
    next_entry := jsonb_build_object(
      'number', head.number + 1, 'id', a.id,
      'at', to_char(a.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      'caller', a.caller, 'operation', a.operation, 'subjectType', a.subject_type, 'subjectID', a.subject_id,
      'paymentID', a.payment_id, 'eventNumber', a.event_number, 'partyID', a.party_id, 'requestID', a.request_id,
      'status', a.status, 'refusal', a.refusal, 'reason', a.reason)${changes};
    next_hash := sha256(head.hash || convert_to(next_entry::text, 'UTF8'));
    INSERT INTO audit_chain (number, audit_id, entry, previous_hash, hash)
    VALUES (head.number + 1, a.id, next_entry, head.hash, next_hash);
    UPDATE audit_chain_head SET number = head.number + 1, hash = next_hash;
  END $$;
`;

const WITH_CHANGES = `
      || CASE WHEN a.before IS NULL AND a.after IS NULL THEN '{}'::jsonb
         ELSE jsonb_build_object('before', a.before, 'after', a.after) END`;

/** Versions of configured entities, the terms of shops by date, and the values before and after a change in the audit log. */
const UP = `
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

  -- When the terms of shop_terms replace those of the shop; null if none are scheduled.
  ALTER TABLE shops ADD COLUMN next_terms_at timestamptz;

  CREATE TABLE shop_terms (
    shop_id text NOT NULL REFERENCES shops,
    valid_from timestamptz NOT NULL,
    terms jsonb NOT NULL,
    PRIMARY KEY (shop_id, valid_from)
  );
  INSERT INTO shop_terms (shop_id, valid_from, terms) SELECT id, created_at, terms FROM shops;

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

  ALTER TABLE audit_log ADD COLUMN before jsonb, ADD COLUMN after jsonb;
  ${chainFunction(WITH_CHANGES)}
`;

const DOWN = `
  ${chainFunction('')}
  ALTER TABLE audit_log DROP COLUMN before, DROP COLUMN after;
  DROP TRIGGER shops_append_terms ON shops;
  DROP FUNCTION shop_terms_append();
  DROP TABLE shop_terms;
  ALTER TABLE shops DROP COLUMN next_terms_at;
  ${TABLES.map(
    (table) => `
  DROP TRIGGER ${table}_advance_version ON ${table};
  ALTER TABLE ${table} DROP COLUMN version;`,
  ).join('')}
  DROP FUNCTION configuration_advance_version();
`;

export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(UP);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(DOWN);
}
