/** Operators with their keys and invitations, their commands, and what limits them. */
export const operators = `
  -- \`roles_as_of\`: the time of the newest groups that an OpenID Connect provider named. \`roles_granted_at\`: nothing is approved for a while after it.
  CREATE TABLE operators (
    id text PRIMARY KEY,
    name text NOT NULL,
    email text NOT NULL CHECK (email = lower(email)),
    roles text[] NOT NULL
      CHECK (roles <@ ARRAY['viewer', 'support', 'finance', 'configuration', 'administrator']),
    created_at timestamptz NOT NULL DEFAULT now(),
    is_active boolean NOT NULL DEFAULT true,
    last_seen_at timestamptz,
    issuer text,
    subject text,
    roles_as_of timestamptz,
    roles_granted_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE UNIQUE INDEX operators_email ON operators (email);
  CREATE UNIQUE INDEX operators_subject ON operators (issuer, subject);

  -- The trigger notes a role that any statement gives.
  CREATE FUNCTION operators_note_grant() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.roles_granted_at := now();
    RETURN NEW;
  END $$;
  CREATE TRIGGER operators_note_grant BEFORE UPDATE OF roles, is_active, issuer, subject ON operators
    FOR EACH ROW WHEN (
      NOT NEW.roles <@ OLD.roles OR (NEW.is_active AND NOT OLD.is_active)
      OR (OLD.issuer, OLD.subject) IS DISTINCT FROM (NEW.issuer, NEW.subject)
    ) EXECUTE FUNCTION operators_note_grant();

  -- Separate from the keys of parties, so that neither can be taken for the other.
  CREATE TABLE operator_keys (
    id text PRIMARY KEY,
    name text NOT NULL,
    key_hash bytea NOT NULL UNIQUE,
    created_at timestamptz NOT NULL DEFAULT now(),
    revoked_at timestamptz,
    operator_id text,
    roles text[],
    expires_at timestamptz,
    granted_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX operator_keys_operator ON operator_keys (operator_id);

  -- How much an operator of a role may move alone, in minor units; without a row nothing.
  CREATE TABLE operator_limits (
    role text NOT NULL,
    currency text NOT NULL,
    command_limit bigint NOT NULL CHECK (command_limit >= 0),
    daily_limit bigint NOT NULL CHECK (daily_limit >= command_limit),
    PRIMARY KEY (role, currency)
  );

  CREATE TABLE operator_commands (
    id text PRIMARY KEY,
    idempotency_key text NOT NULL UNIQUE,
    type text NOT NULL,
    parameters jsonb NOT NULL,
    subject_type text NOT NULL,
    subject_id text NOT NULL,
    party_id text,
    amount bigint,
    currency text,
    reason text NOT NULL CHECK (reason <> ''),
    state text NOT NULL CHECK (state IN
      ('AwaitingApproval', 'Approved', 'Rejected', 'Expired', 'Succeeded', 'Failed')),
    requested_by text NOT NULL REFERENCES operators,
    requested_role text NOT NULL,
    requested_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    decided_by text REFERENCES operators CHECK (decided_by <> requested_by),
    decided_at timestamptz,
    decision_reason text,
    finished_at timestamptz,
    outcome jsonb,
    failure text,
    -- Of a refusal.
    failure_code text,
    -- What it changes, before and after, as its approver sees it.
    changes jsonb
  );
  CREATE INDEX operator_commands_state ON operator_commands (state, requested_at);
  CREATE INDEX operator_commands_subject ON operator_commands (subject_type, subject_id);
  CREATE INDEX operator_commands_requester ON operator_commands (requested_by, requested_at);
  CREATE INDEX operator_commands_decider ON operator_commands (decided_by);

  CREATE FUNCTION operator_command_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '% of % is refused: a command is not edited after its request', TG_OP, TG_TABLE_NAME
      USING ERRCODE = 'restrict_violation';
  END $$;
  CREATE TRIGGER operator_commands_immutable BEFORE UPDATE ON operator_commands
    FOR EACH ROW WHEN (
      (OLD.id, OLD.idempotency_key, OLD.type, OLD.parameters, OLD.subject_type, OLD.subject_id, OLD.party_id, OLD.amount,
       OLD.currency, OLD.reason, OLD.requested_by, OLD.requested_role, OLD.requested_at)
      IS DISTINCT FROM
      (NEW.id, NEW.idempotency_key, NEW.type, NEW.parameters, NEW.subject_type, NEW.subject_id, NEW.party_id, NEW.amount,
       NEW.currency, NEW.reason, NEW.requested_by, NEW.requested_role, NEW.requested_at)
      OR OLD.state IN ('Rejected', 'Expired', 'Succeeded', 'Failed')
      OR (OLD.decided_by IS NOT NULL AND OLD.decided_by IS DISTINCT FROM NEW.decided_by)
    ) EXECUTE FUNCTION operator_command_refuse_change();
  CREATE TRIGGER operator_commands_immutable_changes BEFORE UPDATE ON operator_commands
    FOR EACH ROW WHEN (OLD.changes IS DISTINCT FROM NEW.changes) EXECUTE FUNCTION operator_command_refuse_change();

  -- Secrets of a command, encrypted and deleted when it ends.
  CREATE TABLE operator_command_secrets (
    command_id text PRIMARY KEY REFERENCES operator_commands,
    encrypted_secret text NOT NULL
  );
  CREATE FUNCTION operator_command_forget_secret() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    DELETE FROM operator_command_secrets WHERE command_id = NEW.id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER operator_commands_ended AFTER UPDATE OF state ON operator_commands
    FOR EACH ROW WHEN (NEW.state IN ('Rejected', 'Expired', 'Succeeded', 'Failed'))
    EXECUTE FUNCTION operator_command_forget_secret();

  -- Which key was given out for an approved command: each at most once.
  CREATE TABLE party_key_deliveries (
    command_id text PRIMARY KEY REFERENCES operator_commands,
    key_id text NOT NULL UNIQUE REFERENCES api_keys,
    delivered_at timestamptz NOT NULL DEFAULT now()
  );

  -- The requester and the approver of the command have a code each; the person needs both.
  CREATE TABLE operator_invitations (
    id text PRIMARY KEY REFERENCES operator_commands,
    operator_id text NOT NULL REFERENCES operators,
    requester_code_hash bytea UNIQUE,
    approver_code_hash bytea UNIQUE,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    redeemed_at timestamptz,
    key_id text REFERENCES operator_keys
  );
  CREATE INDEX operator_invitations_operator ON operator_invitations (operator_id);
  CREATE INDEX operator_invitations_key ON operator_invitations (key_id);

  -- How many messages operators of a role may resend in a day, and which commands always need a second person.
  CREATE TABLE operator_replay_limits (
    role text PRIMARY KEY,
    daily_messages integer NOT NULL CHECK (daily_messages >= 0)
  );

  CREATE TABLE operator_replay_counts (
    operator_id text NOT NULL REFERENCES operators,
    day date NOT NULL,
    message_count integer NOT NULL,
    PRIMARY KEY (operator_id, day)
  );

  CREATE TABLE operator_approval_rules (
    command_type text PRIMARY KEY
  );

  -- Sessions of the console, so that a sign-out ends them for copies of the cookie too. The key is an operator's or a party's.
  CREATE TABLE console_sessions (
    id text PRIMARY KEY CHECK (length(id) BETWEEN 16 AND 64),
    owner text NOT NULL,
    key_id text,
    address text NOT NULL CHECK (length(address) <= 64),
    browser text NOT NULL CHECK (length(browser) <= 300),
    started_at timestamptz NOT NULL DEFAULT now(),
    seen_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX console_sessions_owner ON console_sessions (owner);
  CREATE INDEX console_sessions_started_at ON console_sessions (started_at);
`;
