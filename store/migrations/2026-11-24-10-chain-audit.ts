import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/** Of operators everything, of parties' keys what is about keys, webhooks, shops and parties: not the calls of payers. */
const isChained = (row: string): string =>
  `(${row}.caller LIKE 'operator%' OR ${row}.subject_type NOT IN ('invoice', 'customer', 'withdrawal', 'destination'))`;

/**
 * What operators and keys have done becomes one chain (decision 56): each entry carries the hash of the one before. The database
 * adds it itself, at the end of the transaction that wrote the row, so that nobody can forget to, and the lock on the head lasts
 * for a commit only. Entries are never changed nor deleted; the rows of `audit_log` beside them go with their retention.
 */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    CREATE TABLE audit_chain (
      number bigint PRIMARY KEY,
      audit_id bigint NOT NULL UNIQUE,
      entry jsonb NOT NULL,
      previous_hash bytea NOT NULL,
      hash bytea NOT NULL
    );
    CREATE INDEX audit_chain_subject ON audit_chain ((entry ->> 'subjectType'), (entry ->> 'subjectID'));

    CREATE TABLE audit_chain_head (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      number bigint NOT NULL,
      hash bytea NOT NULL
    );
    INSERT INTO audit_chain_head (number, hash) VALUES (0, decode(repeat('00', 32), 'hex'));

    CREATE FUNCTION audit_chain_append(a audit_log) RETURNS void LANGUAGE plpgsql AS $$
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
        'status', a.status, 'refusal', a.refusal, 'reason', a.reason);
      next_hash := sha256(head.hash || convert_to(next_entry::text, 'UTF8'));
      INSERT INTO audit_chain (number, audit_id, entry, previous_hash, hash)
      VALUES (head.number + 1, a.id, next_entry, head.hash, next_hash);
      UPDATE audit_chain_head SET number = head.number + 1, hash = next_hash;
    END $$;

    CREATE FUNCTION audit_chain_append_row() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM audit_chain_append(NEW);
      RETURN NULL;
    END $$;

    CREATE FUNCTION audit_chain_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION '% of % is refused: what was done is only ever added to', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
    END $$;

    CREATE TRIGGER audit_chain_is_appended_to BEFORE UPDATE OR DELETE ON audit_chain
      FOR EACH ROW EXECUTE FUNCTION audit_chain_refuse();
    CREATE TRIGGER audit_chain_is_kept BEFORE TRUNCATE ON audit_chain
      FOR EACH STATEMENT EXECUTE FUNCTION audit_chain_refuse();
    CREATE TRIGGER audit_chain_head_is_kept BEFORE DELETE ON audit_chain_head
      FOR EACH ROW EXECUTE FUNCTION audit_chain_refuse();
    CREATE TRIGGER audit_chain_head_is_not_emptied BEFORE TRUNCATE ON audit_chain_head
      FOR EACH STATEMENT EXECUTE FUNCTION audit_chain_refuse();
    CREATE TRIGGER audit_chain_head_goes_ahead BEFORE UPDATE ON audit_chain_head
      FOR EACH ROW WHEN (NEW.number <> OLD.number + 1) EXECUTE FUNCTION audit_chain_refuse();

    CREATE CONSTRAINT TRIGGER audit_log_is_chained AFTER INSERT ON audit_log DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN ${isChained('NEW')} EXECUTE FUNCTION audit_chain_append_row();
    CREATE TRIGGER audit_log_stays BEFORE UPDATE ON audit_log
      FOR EACH ROW WHEN ${isChained('OLD')} EXECUTE FUNCTION audit_chain_refuse();

    DO $$
    DECLARE a audit_log;
    BEGIN
      FOR a IN SELECT * FROM audit_log WHERE caller LIKE 'operator%' ORDER BY id LOOP
        PERFORM audit_chain_append(a);
      END LOOP;
    END $$;
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    DROP TRIGGER audit_log_stays ON audit_log;
    DROP TRIGGER audit_log_is_chained ON audit_log;
    DROP TABLE audit_chain, audit_chain_head;
    DROP FUNCTION audit_chain_append_row(), audit_chain_append(audit_log), audit_chain_refuse();
  `);
}
