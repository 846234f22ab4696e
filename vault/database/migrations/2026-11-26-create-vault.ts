import type { ClientBase } from 'pg';

/**
 * CVVs are in an unlogged table: neither the write-ahead log nor a base backup has them. The trigger of the audit log compares rows without
 * a function of PL/pgSQL for each, and entries without a place are in no index of places.
 */
const SCHEMA = `
  CREATE TABLE cards (
    id text PRIMARY KEY,
    party_id text NOT NULL,
    bin text NOT NULL,
    last_digits text NOT NULL,
    exp_date text,
    encrypted_card bytea NOT NULL,
    wrapped_key bytea NOT NULL,
    key_id text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    due_at timestamptz,
    delete_at timestamptz
  );
  CREATE INDEX cards_by_key ON cards (key_id, id);
  CREATE INDEX cards_by_delete_at ON cards (delete_at) WHERE delete_at IS NOT NULL;

  CREATE TABLE accounts (
    id text PRIMARY KEY,
    registration jsonb NOT NULL,
    previous jsonb,
    previous_until timestamptz
  );

  CREATE UNLOGGED TABLE cvvs (
    card_id text PRIMARY KEY,
    encrypted_cvv bytea NOT NULL,
    valid_until timestamptz NOT NULL
  );
  CREATE INDEX cvvs_by_valid_until ON cvvs (valid_until);

  CREATE TABLE secrets (
    name text PRIMARY KEY,
    encrypted_content bytea NOT NULL,
    wrapped_key bytea NOT NULL,
    key_id text NOT NULL
  );

  CREATE TABLE audit_log (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    occurred_at timestamptz NOT NULL DEFAULT now(),
    caller text NOT NULL,
    action text NOT NULL,
    card_id text,
    party_id text,
    operation_id text,
    account text,
    origin text,
    outcome text NOT NULL,
    place bigint,
    hash bytea
  );
  CREATE INDEX audit_log_by_card ON audit_log (card_id, id);
  CREATE INDEX audit_log_unchained ON audit_log (id) WHERE hash IS NULL;
  CREATE UNIQUE INDEX audit_log_by_place ON audit_log (place) WHERE place IS NOT NULL;

  CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'the audit log of the vault is append-only';
  END $$;
  CREATE TRIGGER audit_log_not_updated BEFORE UPDATE ON audit_log FOR EACH ROW WHEN (NOT (
    OLD.hash IS NULL AND NEW.hash IS NOT NULL
    AND (OLD.id, OLD.occurred_at, OLD.caller, OLD.action, OLD.card_id, OLD.party_id, OLD.operation_id, OLD.account, OLD.origin, OLD.outcome)
      IS NOT DISTINCT FROM
      (NEW.id, NEW.occurred_at, NEW.caller, NEW.action, NEW.card_id, NEW.party_id, NEW.operation_id, NEW.account, NEW.origin, NEW.outcome)
  )) EXECUTE FUNCTION refuse_audit_change();
  CREATE TRIGGER audit_log_not_deleted BEFORE DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
  CREATE TRIGGER audit_log_not_truncated BEFORE TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
`;

export async function up(client: ClientBase): Promise<void> {
  await client.query(SCHEMA);
}

export async function down(client: ClientBase): Promise<void> {
  await client.query(`
    DROP TABLE audit_log, secrets, cvvs, accounts, cards;
    DROP FUNCTION refuse_audit_change();
  `);
}
