import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/**
 * When an operator was given roles and a key, after which nothing is approved for a while, and one-time invitations. The
 * trigger notes a role that any statement gives, also one of an earlier version.
 */
const UP = `
  ALTER TABLE operators ADD COLUMN roles_granted_at timestamptz NOT NULL DEFAULT now();
  UPDATE operators SET roles_granted_at = created_at;
  ALTER TABLE operator_keys ADD COLUMN granted_at timestamptz NOT NULL DEFAULT now();
  UPDATE operator_keys SET granted_at = created_at;

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
`;

const DOWN = `
  DROP TABLE operator_invitations;
  DROP TRIGGER operators_note_grant ON operators;
  DROP FUNCTION operators_note_grant();
  ALTER TABLE operator_keys DROP COLUMN granted_at;
  ALTER TABLE operators DROP COLUMN roles_granted_at;
`;

export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(UP);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(DOWN);
}
