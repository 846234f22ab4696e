import type { InvoiceTemplate } from '../../../domain/payments/invoice-template/invoice-template';
import { requireRow } from '../../postgres/require-row';
import { selectList } from '../../postgres/columns';
import { getBy } from '../../postgres/readers';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { INVOICE_TEMPLATE_COLUMNS } from './invoice-template.table';

export interface InvoiceTemplateRef {
  invoiceTemplateID: string;
  partyID: string;
}

const TEXT = `SELECT ${selectList(INVOICE_TEMPLATE_COLUMNS, 't')} FROM invoice_templates t
   WHERE id = $1 AND party_id = $2 AND deleted_at IS NULL`;
const FIND = statement<InvoiceTemplate>('invoice-template-find', TEXT);
const LOCK = statement<InvoiceTemplate>('invoice-template-lock', `${TEXT} FOR UPDATE`);

/** A party's own template, unless deleted. @throws Refusal notFound */
export const getInvoiceTemplate = getBy(FIND, 'Invoice template', 'invoiceTemplateID', 'partyID');

/** Locks a template until the transaction ends. @throws Refusal notFound */
export async function lockInvoiceTemplate(
  database: Database,
  ref: InvoiceTemplateRef,
  tx: Transaction,
): Promise<InvoiceTemplate> {
  return requireRow(await database.run(LOCK, [ref.invoiceTemplateID, ref.partyID], tx), 'Invoice template');
}
