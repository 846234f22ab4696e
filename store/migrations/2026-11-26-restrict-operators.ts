import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** How many messages operators of a role may resend in a day, and which commands always need a second person. */
const UP = `
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
`;

const DOWN = `
  DROP TABLE operator_approval_rules;
  DROP TABLE operator_replay_counts;
  DROP TABLE operator_replay_limits;
`;

export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(UP);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(DOWN);
}
