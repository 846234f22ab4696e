/** Comparison of connectors with the database: progress, windows and findings. */
export const reconciliation = `
  -- How far each pass has come.
  CREATE TABLE reconciled_connectors (
    connector text PRIMARY KEY,
    hour_until timestamptz NOT NULL,
    day_until timestamptz NOT NULL,
    compared_at timestamptz,
    problem text,
    problem_since timestamptz,
    ended_at timestamptz,
    ended_by text,
    end_reason text,
    CHECK ((problem IS NULL) = (problem_since IS NULL)),
    CONSTRAINT reconciled_connectors_ended CHECK (((ended_at IS NULL) = (ended_by IS NULL)) AND ((ended_at IS NULL) = (end_reason IS NULL)))
  );

  CREATE TABLE reconciliation_windows (
    connector text NOT NULL REFERENCES reconciled_connectors,
    pass text NOT NULL CHECK (pass IN ('hour', 'day')),
    from_time timestamptz NOT NULL,
    to_time timestamptz NOT NULL,
    compared_at timestamptz NOT NULL DEFAULT now(),
    operation_count integer NOT NULL CHECK (operation_count >= 0),
    finding_count integer NOT NULL CHECK (finding_count >= 0),
    sums jsonb NOT NULL,
    PRIMARY KEY (connector, pass, from_time),
    CHECK (to_time > from_time)
  );
  CREATE INDEX reconciliation_windows_time ON reconciliation_windows (from_time, pass, connector);

  -- A finding is identified by what differs, so finding it again adds no row.
  CREATE TABLE reconciliation_findings (
    id text PRIMARY KEY,
    connector text NOT NULL REFERENCES reconciled_connectors,
    kind text NOT NULL,
    operation_id text NOT NULL,
    operation_kind text NOT NULL,
    subject text NOT NULL,
    status text NOT NULL CHECK (status IN ('open', 'repairing', 'repaired', 'settled', 'resolved')),
    status_changed_at timestamptz NOT NULL,
    repair text CHECK (repair IN ('void', 'lookUp')),
    facts jsonb NOT NULL,
    currency text,
    connector_amount bigint,
    recorded_amount bigint,
    connector_reference text,
    operation_at timestamptz NOT NULL,
    found_at timestamptz NOT NULL,
    found_by text NOT NULL CHECK (found_by IN ('hour', 'day', 'settlement')),
    seen_count integer NOT NULL DEFAULT 1 CHECK (seen_count > 0),
    resolution text,
    resolved_by text,
    differences jsonb,
    CONSTRAINT reconciliation_findings_once UNIQUE (connector, kind, operation_id),
    CHECK (status <> 'repairing' OR repair IS NOT NULL),
    CHECK ((status = 'resolved') = (resolution IS NOT NULL))
  );
  CREATE INDEX reconciliation_findings_subject ON reconciliation_findings (subject);
  CREATE INDEX reconciliation_findings_time ON reconciliation_findings (connector, operation_at);
  CREATE INDEX reconciliation_findings_unsettled ON reconciliation_findings (connector, status, operation_at)
    WHERE status IN ('open', 'repairing');
`;
