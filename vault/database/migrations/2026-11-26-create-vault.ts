import type { ClientBase } from 'pg';

/** CVVs are in an unlogged table: neither the write-ahead log nor a base backup has them. */
export async function up(client: ClientBase): Promise<void> {
  await client.query(`
    CREATE TABLE cards (
      id text PRIMARY KEY,
      party_id text NOT NULL,
      bin text NOT NULL,
      last_digits text NOT NULL,
      exp_date text,
      encrypted_card bytea NOT NULL,
      wrapped_key bytea NOT NULL,
      key_id text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX cards_by_key ON cards (key_id, id);

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
      place bigint UNIQUE,
      hash bytea
    );
    CREATE INDEX audit_log_by_card ON audit_log (card_id, id);
    CREATE INDEX audit_log_unchained ON audit_log (id) WHERE hash IS NULL;

    CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' AND OLD.hash IS NULL AND NEW.hash IS NOT NULL
        AND (to_jsonb(OLD) - 'hash' - 'place') = (to_jsonb(NEW) - 'hash' - 'place') THEN
        RETURN NEW;
      END IF;
      RAISE EXCEPTION 'the audit log of the vault is append-only';
    END $$;
    CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
      FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
    CREATE TRIGGER audit_log_not_truncated BEFORE TRUNCATE ON audit_log
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
  `);
}

export async function down(client: ClientBase): Promise<void> {
  await client.query(`
    DROP TABLE audit_log, secrets, cvvs, cards;
    DROP FUNCTION refuse_audit_change();
  `);
}
