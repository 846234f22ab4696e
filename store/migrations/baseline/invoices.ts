/** Invoices, their templates, and what the workflow of due dates needs. */
export const invoices = `
  -- A deleted template stays for its invoices and frees its external id.
  CREATE TABLE invoice_templates (
    id text PRIMARY KEY,
    party_id text NOT NULL REFERENCES parties,
    shop_id text NOT NULL REFERENCES shops,
    external_id text,
    parameters_hash bytea,
    created_at timestamptz NOT NULL,
    name text,
    description text,
    lifetime jsonb NOT NULL,
    details jsonb NOT NULL,
    metadata jsonb,
    randomize_amount jsonb,
    deleted_at timestamptz
  );
  CREATE UNIQUE INDEX invoice_templates_external_id ON invoice_templates (party_id, external_id)
    WHERE external_id IS NOT NULL AND deleted_at IS NULL;
  CREATE INDEX invoice_templates_party_id ON invoice_templates (party_id);
  CREATE INDEX invoice_templates_shop_id ON invoice_templates (shop_id);

  -- \`external_id_scope\` is empty for the merchant's external ids, else what the payer's access token was for.
  CREATE TABLE invoices (
    id text PRIMARY KEY,
    party_id text NOT NULL REFERENCES parties,
    shop_id text NOT NULL REFERENCES shops,
    external_id text,
    parameters_hash bytea,
    template_id text,
    created_at timestamptz NOT NULL,
    due_date timestamptz NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    product text NOT NULL,
    description text,
    cart jsonb,
    allocation jsonb,
    bank_account jsonb,
    metadata jsonb NOT NULL,
    client_info jsonb,
    amount_randomized jsonb,
    status text NOT NULL CHECK (status IN ('unpaid', 'cancelled', 'paid', 'fulfilled')),
    status_changed_at timestamptz NOT NULL,
    reason text,
    event_count integer NOT NULL DEFAULT 1,
    payment_count integer NOT NULL DEFAULT 0,
    active_payment_id text,
    external_id_scope text NOT NULL DEFAULT '',
    CONSTRAINT invoices_template FOREIGN KEY (template_id) REFERENCES invoice_templates
  );
  CREATE INDEX invoices_due ON invoices (due_date, id) WHERE status = 'unpaid' AND active_payment_id IS NULL;
  CREATE UNIQUE INDEX invoices_external_id ON invoices (party_id, external_id, external_id_scope)
    WHERE external_id IS NOT NULL;
  CREATE INDEX invoices_search_amount ON invoices (shop_id, amount, created_at, id);
  CREATE INDEX invoices_search_status ON invoices (shop_id, status, created_at, id);
  CREATE INDEX invoices_shop_created ON invoices (shop_id, created_at, id);
  CREATE INDEX invoices_template_id ON invoices (template_id) WHERE template_id IS NOT NULL;

  -- Until when the workflow of due dates sleeps, so that a new invoice knows whether to wake it.
  CREATE TABLE due_date_schedule (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    wakes_at timestamptz NOT NULL
  );
  INSERT INTO due_date_schedule (wakes_at) VALUES ('infinity');

  -- Invoices that could not be cancelled, so that they do not delay the others.
  CREATE TABLE overdue_failures (
    invoice_id text PRIMARY KEY REFERENCES invoices,
    count integer NOT NULL CHECK (count > 0),
    retry_at timestamptz NOT NULL,
    reason text NOT NULL
  );
`;
