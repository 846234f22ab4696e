/** Reports; the bytes of their files are in the file storage. */
export const reports = `
  CREATE TABLE reports (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    party_id text NOT NULL REFERENCES parties,
    identity_id text NOT NULL REFERENCES identities,
    type text NOT NULL CHECK (type = 'withdrawalRegistry'),
    from_time timestamptz NOT NULL,
    to_time timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    status text NOT NULL CHECK (status IN ('pending', 'created', 'canceled')),
    failed_attempts integer NOT NULL DEFAULT 0,
    failure text,
    failed_at timestamptz,
    CHECK (from_time < to_time)
  );
  CREATE INDEX reports_failed_at ON reports (failed_at) WHERE failed_at IS NOT NULL;
  CREATE INDEX reports_identity_id ON reports (identity_id, created_at);
  CREATE INDEX reports_open ON reports (identity_id, id) WHERE status = 'pending';
  CREATE INDEX reports_party_id ON reports (party_id);
  CREATE INDEX reports_pending_of_party ON reports (party_id) WHERE status = 'pending';

  CREATE TABLE report_files (
    id text PRIMARY KEY,
    report_id bigint NOT NULL REFERENCES reports,
    format text NOT NULL CHECK (format IN ('csv', 'xlsx')),
    key text NOT NULL,
    UNIQUE (report_id, format)
  );
`;
