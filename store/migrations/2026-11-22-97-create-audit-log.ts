import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/**
 * Who asked for what was changed, kept for a while: calls of the APIs and actions of operators. No foreign keys: a row is
 * written with every change, and references would lock what they refer to once more. Operators have keys of their own,
 * apart from those of parties, so that neither can be taken for the other.
 */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
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
      refusal text
    );
    CREATE INDEX audit_log_subject ON audit_log (subject_type, subject_id);

    CREATE TABLE operator_keys (
      id text PRIMARY KEY,
      name text NOT NULL,
      key_hash bytea NOT NULL UNIQUE,
      created_at timestamptz NOT NULL DEFAULT now(),
      revoked_at timestamptz
    );
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query('DROP TABLE operator_keys; DROP TABLE audit_log;');
}
