import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/**
 * What comparing connectors with the record has found: how far each pass has come with each connector, what each window came to,
 * and what differs. A finding is known by what differs, so that finding it again adds nothing.
 */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    CREATE TABLE reconciled_connectors (
      connector text PRIMARY KEY,
      hour_until timestamptz NOT NULL,
      day_until timestamptz NOT NULL,
      compared_at timestamptz,
      problem text,
      problem_since timestamptz,
      CHECK ((problem IS NULL) = (problem_since IS NULL))
    );

    CREATE TABLE reconciliation_windows (
      connector text NOT NULL REFERENCES reconciled_connectors (connector),
      pass text NOT NULL CHECK (pass IN ('hour', 'day')),
      from_time timestamptz NOT NULL,
      to_time timestamptz NOT NULL CHECK (to_time > from_time),
      compared_at timestamptz NOT NULL DEFAULT now(),
      operation_count integer NOT NULL CHECK (operation_count >= 0),
      finding_count integer NOT NULL CHECK (finding_count >= 0),
      sums jsonb NOT NULL,
      PRIMARY KEY (connector, pass, from_time)
    );

    CREATE TABLE reconciliation_findings (
      id text PRIMARY KEY,
      connector text NOT NULL REFERENCES reconciled_connectors (connector),
      kind text NOT NULL,
      operation_id text NOT NULL,
      operation_kind text NOT NULL,
      subject text NOT NULL,
      status text NOT NULL CHECK (status IN ('open', 'repairing', 'repaired', 'settled', 'resolved')),
      status_changed_at timestamptz NOT NULL,
      repair text CHECK (repair IN ('void', 'lookUp')),
      reason text NOT NULL,
      currency text,
      connector_amount bigint,
      recorded_amount bigint,
      connector_reference text,
      operation_at timestamptz NOT NULL,
      found_at timestamptz NOT NULL,
      found_by text NOT NULL CHECK (found_by IN ('hour', 'day')),
      seen_count integer NOT NULL DEFAULT 1 CHECK (seen_count > 0),
      resolution text,
      resolved_by text,
      CONSTRAINT reconciliation_findings_once UNIQUE (connector, kind, operation_id),
      CHECK (status <> 'repairing' OR repair IS NOT NULL),
      CHECK ((status = 'resolved') = (resolution IS NOT NULL))
    );
    CREATE INDEX reconciliation_findings_unsettled ON reconciliation_findings (connector, status, operation_at)
      WHERE status IN ('open', 'repairing');
    CREATE INDEX reconciliation_findings_subject ON reconciliation_findings (subject);
    CREATE INDEX reconciliation_findings_time ON reconciliation_findings (connector, operation_at);
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    DROP TABLE reconciliation_findings; DROP TABLE reconciliation_windows; DROP TABLE reconciled_connectors;
  `);
}
