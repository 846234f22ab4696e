/**
 * Reports of identities and registries of shops and parties; the bytes of their files are in the file storage. `scope_id` is random, because
 * several databases may share a namespace of workflows.
 */
export const reports = `
  -- What a document says does not change after its period is closed; its files are made from it again.
  CREATE TABLE settlement_documents (
    id text PRIMARY KEY,
    party_id text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    content jsonb NOT NULL,
    -- Of the lines of a statement, when its first file was made.
    lines_sha256 text
  );

  CREATE TABLE reports (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    party_id text NOT NULL REFERENCES parties,
    identity_id text REFERENCES identities,
    type text NOT NULL,
    from_time timestamptz NOT NULL,
    to_time timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    status text NOT NULL CHECK (status IN ('pending', 'created', 'canceled')),
    failed_attempts integer NOT NULL DEFAULT 0,
    failure text,
    failed_at timestamptz,
    shop_id text CONSTRAINT reports_shop REFERENCES shops,
    scope_id text,
    ordered_by text,
    document_id text REFERENCES settlement_documents,
    rows_total integer,
    rows_done integer NOT NULL DEFAULT 0,
    expires_at timestamptz,
    CHECK (from_time < to_time),
    CONSTRAINT reports_type CHECK (CASE type
      WHEN 'withdrawalRegistry' THEN identity_id IS NOT NULL AND shop_id IS NULL
      WHEN 'payments' THEN identity_id IS NULL AND shop_id IS NOT NULL
      WHEN 'refunds' THEN identity_id IS NULL AND shop_id IS NOT NULL
      WHEN 'withdrawals' THEN identity_id IS NULL AND shop_id IS NULL
      ELSE identity_id IS NULL AND shop_id IS NOT NULL AND document_id IS NOT NULL
        AND type IN ('settlementStatement', 'settlementMonth', 'serviceAcceptanceAct', 'feeInvoice') END)
  );
  CREATE INDEX reports_failed_at ON reports (failed_at) WHERE failed_at IS NOT NULL;
  CREATE INDEX reports_identity_id ON reports (identity_id, created_at);
  CREATE INDEX reports_open ON reports (identity_id, id) WHERE status = 'pending';
  CREATE INDEX reports_party_id ON reports (party_id);
  CREATE INDEX reports_pending_of_party ON reports (party_id) WHERE status = 'pending';
  CREATE INDEX reports_shop_id ON reports (shop_id);
  CREATE INDEX reports_document_id ON reports (document_id) WHERE document_id IS NOT NULL;
  CREATE INDEX reports_party_registries ON reports (party_id, id) WHERE identity_id IS NULL;
  CREATE INDEX reports_ordered_by ON reports (ordered_by, id) WHERE ordered_by IS NOT NULL;
  CREATE INDEX reports_expires_at ON reports (expires_at, id) WHERE expires_at IS NOT NULL AND status <> 'pending';
  CREATE INDEX reports_open_scope ON reports (coalesce(identity_id, scope_id), id) WHERE status = 'pending';

  CREATE TABLE report_files (
    id text PRIMARY KEY,
    report_id bigint NOT NULL REFERENCES reports,
    format text NOT NULL CHECK (format IN ('csv', 'xlsx', 'pdf')),
    key text NOT NULL,
    UNIQUE (report_id, format)
  );
`;
