import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/**
 * What a command changes, before and after, as its approver sees it; its secrets, encrypted and deleted when it ends; and the
 * versions of configured entities, which a change can be rolled back to.
 */
const UP = `
  ALTER TABLE operator_commands ADD COLUMN changes jsonb;
  CREATE TRIGGER operator_commands_immutable_changes BEFORE UPDATE ON operator_commands
    FOR EACH ROW WHEN (OLD.changes IS DISTINCT FROM NEW.changes) EXECUTE FUNCTION operator_command_refuse_change();

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

  CREATE TABLE configuration_versions (
    type text NOT NULL,
    id text NOT NULL,
    version integer NOT NULL,
    form jsonb NOT NULL,
    PRIMARY KEY (type, id, version)
  );
`;

const DOWN = `
  DROP TABLE configuration_versions;
  DROP TRIGGER operator_commands_ended ON operator_commands;
  DROP FUNCTION operator_command_forget_secret();
  DROP TABLE operator_command_secrets;
  DROP TRIGGER operator_commands_immutable_changes ON operator_commands;
  ALTER TABLE operator_commands DROP COLUMN changes;
`;

export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(UP);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(DOWN);
}
