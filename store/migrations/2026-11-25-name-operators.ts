import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/**
 * Operators as people with roles, their keys, and their commands. The owner of an existing key becomes an operator with the
 * roles for what the key could do before.
 */
const UP = `
  CREATE TABLE operators (
    id text PRIMARY KEY,
    name text NOT NULL,
    email text NOT NULL CHECK (email = lower(email)),
    roles text[] NOT NULL
      CHECK (roles <@ ARRAY['viewer', 'support', 'finance', 'configuration', 'administrator']),
    is_active boolean NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_seen_at timestamptz
  );
  CREATE UNIQUE INDEX operators_email ON operators (email);

  ALTER TABLE operator_keys
    ADD COLUMN operator_id text,
    ADD COLUMN roles text[],
    ADD COLUMN expires_at timestamptz;
  INSERT INTO operators (id, name, email, roles)
  SELECT DISTINCT ON (lower(name)) id, name, lower(name), ARRAY['viewer', 'support', 'finance']
  FROM operator_keys ORDER BY lower(name), created_at;
  UPDATE operator_keys k SET operator_id = o.id FROM operators o WHERE o.email = lower(k.name);

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
    failure text
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
`;

const DOWN = `
  DROP TABLE operator_commands;
  DROP FUNCTION operator_command_refuse_change();
  DROP TABLE operator_limits;
  ALTER TABLE operator_keys DROP COLUMN operator_id, DROP COLUMN roles, DROP COLUMN expires_at;
  DROP TABLE operators;
`;

export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(UP);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(DOWN);
}
