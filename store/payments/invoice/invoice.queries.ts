import type { Invoice } from '../../../domain/payments/invoice/invoice';
import { selectList } from '../../postgres/columns';
import { getBy, getByID } from '../../postgres/readers';
import { lookup } from '../../postgres/database';
import { INVOICE_COLUMNS } from './invoice.table';

const FIND = lookup<Invoice>(
  'invoice-find',
  `SELECT ${selectList(INVOICE_COLUMNS, 'i')} FROM invoices i WHERE id = $1 AND party_id = $2`,
);

/** A party's own invoice. @throws Refusal notFound */
export const getInvoice = getBy(FIND, 'Invoice', 'invoiceID', 'partyID');

const FIND_ANY = lookup<Invoice>(
  'invoice-find-any',
  `SELECT ${selectList(INVOICE_COLUMNS, 'i')} FROM invoices i WHERE id = $1`,
);

/** An invoice of any party: not for callers. @throws Refusal notFound */
export const findInvoice = getByID(FIND_ANY, 'Invoice');

const FIND_BY_EXTERNAL_ID = lookup<Invoice>(
  'invoice-find-external',
  `SELECT ${selectList(INVOICE_COLUMNS, 'i')} FROM invoices i WHERE party_id = $1 AND external_id = $2
   ORDER BY external_id_scope <> '', created_at, id LIMIT 1`,
);

/** The merchant's invoice with this external id, or else the first payer's. @throws Refusal notFound */
export const getInvoiceByExternalID = getBy(FIND_BY_EXTERNAL_ID, 'Invoice', 'partyID', 'externalID');
