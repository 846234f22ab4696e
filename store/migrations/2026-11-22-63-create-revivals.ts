import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/**
 * What the sweeper of lost workflows needs: an index of what is open of each kind, however much has ended; where each sweep
 * has come to, shared by all workers; and how often an entity's workflow had to be started again.
 */
const INDEXES = [
  `payments_open ON payments (invoice_id, id) WHERE status IN ('pending', 'processed')`,
  `invoices_open ON invoices (due_date, id) WHERE status = 'unpaid'`,
  `refunds_open ON refunds (invoice_id, payment_id, id) WHERE status = 'pending'`,
  `customer_bindings_open ON customer_bindings (customer_id, id) WHERE status = 'pending'`,
  `withdrawals_open ON withdrawals (id) WHERE status = 'Pending'`,
  `destinations_open ON destinations (id) WHERE status = 'Unauthorized'`,
  `deposits_open ON deposits (operation_key) WHERE status = 'Pending'`,
  `deposit_reverts_open ON deposit_reverts (operation_key) WHERE status = 'Pending'`,
  `deposit_adjustments_open ON deposit_adjustments (operation_key) WHERE status = 'Pending'`,
  `reports_open ON reports (identity_id, id) WHERE status = 'pending'`,
] as const;

export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    ${INDEXES.map((index) => `CREATE INDEX ${index};`).join('\n')}
    CREATE TABLE sweeps (
      kind text PRIMARY KEY,
      after text[],
      due_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE TABLE revivals (
      workflow_id text PRIMARY KEY,
      count integer NOT NULL CHECK (count > 0),
      revived_at timestamptz NOT NULL
    );
    CREATE INDEX revivals_revived_at ON revivals (revived_at);
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    DROP TABLE revivals; DROP TABLE sweeps;
    ${INDEXES.map((index) => `DROP INDEX ${index.slice(0, index.indexOf(' '))};`).join('\n')}
  `);
}
