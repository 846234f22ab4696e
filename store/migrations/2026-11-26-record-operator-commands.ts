import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/**
 * Commands of operators with their limits, operators who sign in at an OpenID Connect provider (`roles_as_of` is the time of
 * their newest groups), rejections of destinations, and the command that made a refund.
 */
const UP = `
  ALTER TABLE operators
    ADD COLUMN is_active boolean NOT NULL DEFAULT true,
    ADD COLUMN last_seen_at timestamptz,
    ADD COLUMN issuer text,
    ADD COLUMN subject text,
    ADD COLUMN roles_as_of timestamptz;
  ALTER TABLE destinations
    ADD COLUMN rejected_at timestamptz,
    ADD COLUMN rejection_reason text;
  ALTER TABLE refunds ADD COLUMN operator_command_id text;

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
  ALTER TABLE refunds DROP COLUMN operator_command_id;
  ALTER TABLE destinations DROP COLUMN rejected_at, DROP COLUMN rejection_reason;
  ALTER TABLE operators DROP COLUMN is_active, DROP COLUMN last_seen_at, DROP COLUMN issuer, DROP COLUMN subject,
    DROP COLUMN roles_as_of;
`;

export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(UP);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(DOWN);
}
