/** Events, the commands to workflows, and the recovery of lost workflows. */
export const workflows = `
  -- What happened, numbered within its subject.
  CREATE TABLE events (
    subject_type text NOT NULL,
    subject_id text NOT NULL,
    number integer NOT NULL CHECK (number > 0),
    occurred_at timestamptz NOT NULL,
    changes jsonb NOT NULL,
    PRIMARY KEY (subject_type, subject_id, number)
  );

  -- Commands to workflows. Rows live for milliseconds, so the table is vacuumed by count and leaves space for in-
  -- page updates.
  CREATE TABLE outbox (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    workflow_id text NOT NULL,
    command jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    attempt_count integer NOT NULL DEFAULT 0,
    leased_until timestamptz,
    lease_token text,
    lane text NOT NULL DEFAULT 'payer' CHECK (lane IN ('payer', 'background')),
    party_id text NOT NULL DEFAULT ''
  ) WITH (
  fillfactor = 60,
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 5000
);
  CREATE INDEX outbox_order ON outbox (lane, party_id, (command ->> 'kind' = 'start'), id);
  CREATE INDEX outbox_workflow_id ON outbox (workflow_id);

  -- Progress of each sweep for lost workflows, shared by all workers.
  CREATE TABLE sweeps (
    kind text PRIMARY KEY,
    after text[],
    due_at timestamptz NOT NULL DEFAULT now()
  );

  -- How often the workflow of an entity was restarted.
  CREATE TABLE workflow_restarts (
    workflow_id text PRIMARY KEY,
    count integer NOT NULL CHECK (count > 0),
    restarted_at timestamptz NOT NULL,
    reason text NOT NULL DEFAULT 'missing' CONSTRAINT workflow_restarts_reason
      CHECK (reason IN ('missing', 'taskFails', 'overdue'))
  );
  CREATE INDEX workflow_restarts_restarted_at ON workflow_restarts (restarted_at);

  -- The start of each workflow whose entity does not state that it is still due. Its own activity deletes the row.
  CREATE TABLE tracked_workflows (
    workflow_id text PRIMARY KEY,
    command jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );
`;
