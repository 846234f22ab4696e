import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/**
 * One workflow cancels all invoices whose due date has come. The index has what waits for its date and nothing else: an
 * invoice whose payment is under way may be overdue for weeks, and there may be a million of them. The clock says until when
 * that workflow sleeps, so that a creation knows whether it has to wake it. An invoice that could not be cancelled stands
 * aside, lest it holds up the others.
 *
 * Workflows that an earlier version started for each invoice end with its due date. Those that wait beyond it for a payment to
 * end are told so once; nobody waits for that any more.
 */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    CREATE INDEX invoices_due ON invoices (due_date, id) WHERE status = 'unpaid' AND active_payment_id IS NULL;
    DROP INDEX invoices_open;
    DELETE FROM sweeps WHERE kind = 'invoice';

    CREATE TABLE invoice_clock (
      is_the_one boolean PRIMARY KEY DEFAULT true CHECK (is_the_one),
      wakes_at timestamptz NOT NULL
    );
    INSERT INTO invoice_clock (wakes_at) VALUES ('infinity');

    CREATE TABLE overdue_failures (
      invoice_id text PRIMARY KEY REFERENCES invoices (id),
      count integer NOT NULL CHECK (count > 0),
      retry_at timestamptz NOT NULL,
      reason text NOT NULL
    );

    INSERT INTO outbox (workflow_id, lane, party_id, command)
    SELECT 'invoice/' || id, 'background', party_id,
      jsonb_build_object('kind', 'signal', 'workflowID', 'invoice/' || id, 'signal', 'paymentEnded', 'args', '[]'::jsonb)
    FROM invoices WHERE status = 'unpaid' AND active_payment_id IS NOT NULL AND due_date <= now();
  `);
}

/** What becomes overdue then is found by the sweeper of before, a quarter of a minute late. */
export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    DROP TABLE overdue_failures; DROP TABLE invoice_clock;
    CREATE INDEX invoices_open ON invoices (due_date, id) WHERE status = 'unpaid';
    DROP INDEX invoices_due;
  `);
}
