/** Who changed what, and the hash chain that makes a change of the log visible. */
export const audit = `
  -- No foreign keys: each change writes a row, and references would lock what they refer to.
  CREATE TABLE audit_log (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    subject_type text NOT NULL,
    subject_id text NOT NULL,
    payment_id text,
    event_number integer,
    occurred_at timestamptz NOT NULL,
    request_id text NOT NULL,
    operation text NOT NULL,
    caller text NOT NULL,
    party_id text,
    status integer,
    refusal text,
    reason text,
    before jsonb,
    after jsonb
  );
  CREATE INDEX audit_log_operators ON audit_log (id) WHERE caller LIKE 'operator%';
  CREATE INDEX audit_log_subject ON audit_log (subject_type, subject_id);

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

  -- The entry is added at the end of the transaction, so the lock on the head lasts for the commit only.
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
      'status', a.status, 'refusal', a.refusal, 'reason', a.reason)
      || CASE WHEN a.before IS NULL AND a.after IS NULL THEN '{}'::jsonb
         ELSE jsonb_build_object('before', a.before, 'after', a.after) END;
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

  CREATE FUNCTION audit_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '% of % is refused: the audit log is append-only', TG_OP, TG_TABLE_NAME
      USING ERRCODE = 'restrict_violation';
  END $$;

  -- Everything that operators did, and what keys did to keys, webhooks, shops and parties; not the calls of payers.
  CREATE CONSTRAINT TRIGGER audit_log_append_chain AFTER INSERT ON audit_log DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (
      NEW.caller LIKE 'operator%' OR NEW.subject_type NOT IN ('invoice', 'customer', 'withdrawal', 'destination')
    ) EXECUTE FUNCTION audit_chain_append_row();
  CREATE TRIGGER audit_log_immutable BEFORE UPDATE ON audit_log
    FOR EACH ROW WHEN (
      OLD.caller LIKE 'operator%' OR OLD.subject_type NOT IN ('invoice', 'customer', 'withdrawal', 'destination')
    ) EXECUTE FUNCTION audit_refuse_change();
  CREATE TRIGGER audit_chain_immutable BEFORE DELETE OR UPDATE ON audit_chain
    FOR EACH ROW EXECUTE FUNCTION audit_refuse_change();
  CREATE TRIGGER audit_chain_no_truncate BEFORE TRUNCATE ON audit_chain
    FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change();
  CREATE TRIGGER audit_chain_head_advances BEFORE UPDATE ON audit_chain_head
    FOR EACH ROW WHEN (NEW.number <> OLD.number + 1) EXECUTE FUNCTION audit_refuse_change();
  CREATE TRIGGER audit_chain_head_no_delete BEFORE DELETE ON audit_chain_head
    FOR EACH ROW EXECUTE FUNCTION audit_refuse_change();
  CREATE TRIGGER audit_chain_head_no_truncate BEFORE TRUNCATE ON audit_chain_head
    FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change();
`;
