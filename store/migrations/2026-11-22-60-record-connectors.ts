import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/**
 * The connector that a payment or a binding was given to, so that everything after goes where it began. Where a hold was
 * posted, the ledger knows by whom; else the terms of the shop say who is asked.
 */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    ALTER TABLE payments ADD COLUMN connector text;
    UPDATE payments p SET connector = coalesce(
      (SELECT substring(h.debit_account_id FROM '^provider/(.+)/[A-Z]{3}$') FROM ledger_transfers h
       WHERE h.id = 'payment/' || p.invoice_id || '.' || p.id || '/hold'),
      (SELECT s.terms ->> 'provider' FROM shops s WHERE s.id = p.shop_id),
      'sandbox');
    ALTER TABLE payments ALTER COLUMN connector SET NOT NULL;

    ALTER TABLE customer_bindings ADD COLUMN connector text;
    UPDATE customer_bindings b SET connector = coalesce(
      (SELECT s.terms ->> 'provider' FROM shops s WHERE s.id = b.shop_id),
      'sandbox');
    ALTER TABLE customer_bindings ALTER COLUMN connector SET NOT NULL;
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    ALTER TABLE customer_bindings DROP COLUMN connector;
    ALTER TABLE payments DROP COLUMN connector;
  `);
}
