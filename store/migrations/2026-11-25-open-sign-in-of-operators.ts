import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/** Operators who sign in at an OpenID Connect provider, and the time of their newest groups. */
const UP = `
  ALTER TABLE operators
    ADD COLUMN issuer text,
    ADD COLUMN subject text,
    ADD COLUMN roles_as_of timestamptz;
  CREATE UNIQUE INDEX operators_subject ON operators (issuer, subject);
  CREATE INDEX operator_keys_operator ON operator_keys (operator_id);
`;

const DOWN = `
  DROP INDEX operator_keys_operator;
  DROP INDEX operators_subject;
  ALTER TABLE operators DROP COLUMN issuer, DROP COLUMN subject, DROP COLUMN roles_as_of;
`;

export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(UP);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(DOWN);
}
