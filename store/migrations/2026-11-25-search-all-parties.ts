import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

/**
 * Indexes for operators' searches over all parties. Terms that a shop's own search has an index for need none: the search
 * looks into each shop's part of that index.
 */
const INDEXES: Readonly<Record<string, string>> = {
  payments_connector_reference: 'payments (connector_reference) WHERE connector_reference IS NOT NULL',
  payments_payer_phone: `payments (
    right(regexp_replace(payer #>> '{contactInfo,phoneNumber}', '[^0-9]', '', 'g'), 10), created_at
  ) WHERE payer #>> '{contactInfo,phoneNumber}' IS NOT NULL`,
  payments_held_until: `payments (held_until, invoice_id, id) WHERE status = 'processed' AND held_until IS NOT NULL`,
  refunds_rrn: 'refunds (rrn) WHERE rrn IS NOT NULL',
  refunds_connector_reference: 'refunds (connector_reference) WHERE connector_reference IS NOT NULL',
  refunds_amount: 'refunds (currency, amount, created_at)',
  withdrawals_connector_reference: 'withdrawals (connector_reference) WHERE connector_reference IS NOT NULL',
  withdrawals_amount: 'withdrawals (currency, amount, created_at)',
  deposits_amount: 'deposits (currency, amount, created_at)',
  w2w_transfers_amount: 'w2w_transfers (currency, amount, created_at)',
  customers_email: `customers (lower(contact_info ->> 'email'), created_at)`,
  customers_phone: `customers (
    right(regexp_replace(contact_info ->> 'phoneNumber', '[^0-9]', '', 'g'), 10), created_at
  )`,
  customer_bindings_last_digits: `customer_bindings (right(tool_details ->> 'lastDigits', 4), created_at)`,
  customer_bindings_id: 'customer_bindings (id)',
};

export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  for (const [name, on] of Object.entries(INDEXES)) {
    // A repeated attempt replaces an index that an interrupted one has left invalid.
    await context.sequelize.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
    await context.sequelize.query(`CREATE INDEX CONCURRENTLY ${name} ON ${on}`);
  }
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  for (const name of Object.keys(INDEXES)) await context.sequelize.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
}
