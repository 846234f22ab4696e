/** Settlement reports of acquirers. The rows of an applied one are stored, each once, whichever files have it. */
export const settlementReports = `
  CREATE TABLE settlement_reports (
    id text PRIMARY KEY,
    account text NOT NULL REFERENCES connector_accounts,
    checksum text NOT NULL CHECK (checksum ~ '^[0-9a-f]{64}$'),
    imported_at timestamptz NOT NULL DEFAULT now(),
    -- All rows of the file, and those of them that earlier files had.
    row_count integer NOT NULL CHECK (row_count >= 0),
    known_count integer NOT NULL CHECK (known_count >= 0),
    finding_count integer NOT NULL CHECK (finding_count >= 0),
    -- By currency: what is posted of the acquirer's fees.
    fees jsonb NOT NULL,
    -- The time of the operations that it should have.
    period_from timestamptz,
    period_to timestamptz,
    -- The file, gzipped, until two people have applied it.
    content bytea,
    applied_at timestamptz CHECK (applied_at IS NOT NULL OR content IS NOT NULL),
    UNIQUE (account, checksum)
  );

  CREATE TABLE settlement_report_rows (
    report_id text NOT NULL REFERENCES settlement_reports,
    line integer NOT NULL CHECK (line > 0),
    account text NOT NULL,
    -- A digest of what the row says, and how often the file has said it before.
    digest text NOT NULL,
    repetition integer NOT NULL CHECK (repetition >= 0),
    kind text NOT NULL CHECK (kind IN ('payment', 'refund', 'chargeback', 'chargebackReversal', 'fee', 'payout', 'other')),
    operation_id text,
    invoice_id text,
    payment_id text,
    connector_reference text,
    currency text NOT NULL,
    gross bigint NOT NULL,
    fee bigint NOT NULL,
    batch text NOT NULL,
    booked_on date NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (report_id, line),
    UNIQUE (account, digest, repetition)
  );
  CREATE INDEX settlement_report_rows_operation ON settlement_report_rows (account, operation_id);
  CREATE INDEX settlement_report_rows_batch ON settlement_report_rows (account, batch, currency);
  CREATE INDEX settlement_report_rows_at ON settlement_report_rows (at);
`;
