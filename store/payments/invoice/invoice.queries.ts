import type { Invoice } from '../../../domain/payments/invoice/invoice';
import { requireRow } from '../../postgres/require-row';
import { selectList } from '../../postgres/columns';
import { lookup, type Database } from '../../postgres/database';
import { INVOICE_COLUMNS } from './invoice.table';

const FIND = lookup<Invoice>(
  'invoice-find',
  `SELECT ${selectList(INVOICE_COLUMNS, 'i')} FROM invoices i WHERE id = $1 AND party_id = $2`,
);

/** A party's own invoice. @throws Refusal notFound */
export async function getInvoice(
  database: Database,
  { invoiceID, partyID }: { invoiceID: string; partyID: string },
): Promise<Invoice> {
  return requireRow(await database.run(FIND, [invoiceID, partyID]), 'Invoice');
}

const FIND_ANY = lookup<Invoice>(
  'invoice-find-any',
  `SELECT ${selectList(INVOICE_COLUMNS, 'i')} FROM invoices i WHERE id = $1`,
);

/** An invoice of any party: not for callers. @throws Refusal notFound */
export async function findInvoice(database: Database, invoiceID: string): Promise<Invoice> {
  return requireRow(await database.run(FIND_ANY, [invoiceID]), 'Invoice');
}

const FIND_BY_EXTERNAL_ID = lookup<Invoice>(
  'invoice-find-external',
  `SELECT ${selectList(INVOICE_COLUMNS, 'i')} FROM invoices i WHERE party_id = $1 AND external_id = $2
   ORDER BY external_id_scope <> '', created_at, id LIMIT 1`,
);

/** The merchant's invoice with this external id, or else the first payer's. @throws Refusal notFound */
export async function getInvoiceByExternalID(
  database: Database,
  { externalID, partyID }: { externalID: string; partyID: string },
): Promise<Invoice> {
  return requireRow(await database.run(FIND_BY_EXTERNAL_ID, [partyID, externalID]), 'Invoice');
}
