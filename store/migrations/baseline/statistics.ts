/** Hourly sums of ended payment attempts. */
export const statistics = `
  CREATE TABLE attempt_hours (
    hour timestamptz NOT NULL,
    connector text NOT NULL,
    shop_id text NOT NULL,
    tool text NOT NULL,
    outcome text NOT NULL,
    reason text NOT NULL,
    currency text NOT NULL,
    attempt_count integer NOT NULL CHECK (attempt_count > 0),
    amount numeric(38) NOT NULL,
    PRIMARY KEY (hour, connector, shop_id, tool, outcome, reason, currency)
  );

  -- Hours before \`summarised_until\` are complete.
  CREATE TABLE attempt_summary (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    summarised_until timestamptz
  );
  INSERT INTO attempt_summary DEFAULT VALUES;

  -- Counts of answered attempts by how long they took, in steps of a tenth, so that a percentile of any span is a sum.
  CREATE TABLE attempt_durations (
    hour timestamptz NOT NULL,
    connector text NOT NULL,
    shop_id text NOT NULL,
    tool text NOT NULL,
    reason text NOT NULL,
    up_to_ms integer NOT NULL,
    attempt_count integer NOT NULL CHECK (attempt_count > 0),
    PRIMARY KEY (hour, connector, shop_id, tool, reason, up_to_ms)
  );
`;
