import type { Invoice } from '../../../domain/payments/invoice/invoice';
import { assignments, columnsOf, selectList, toValues } from '../../postgres/columns';
import { statement, type BoundStatement } from '../../postgres/database';
import { lockByID } from '../../postgres/readers';

export const INVOICE_COLUMNS = columnsOf<Invoice>()([
  'id partyID shopID externalID templateID createdAt dueDate amountMinor currency product description cart',
  'allocation bankAccount metadata clientInfo amountRandomized status statusChangedAt reason eventCount',
  'paymentCount activePaymentID',
]);

const CHANGING = ['status', 'statusChangedAt', 'reason', 'eventCount', 'paymentCount', 'activePaymentID'] as const;

/** The assignments of an update, for statements that update an invoice with its payment; the parameters begin at `first`. */
export const invoiceAssignments = (first: number): string => assignments(INVOICE_COLUMNS, CHANGING, first);

/** How many parameters `invoiceAssignments` has. */
export const invoiceUpdateCount = CHANGING.length;

export function invoiceUpdateValues(invoice: Invoice): unknown[] {
  return toValues(invoice, INVOICE_COLUMNS, CHANGING);
}

const UPDATE = statement('invoice-update', `UPDATE invoices SET ${invoiceAssignments(2)} WHERE id = $1`);

/** Requires the lock of its row. */
export function invoiceUpdate(invoice: Invoice): BoundStatement {
  return { ...UPDATE, values: [invoice.id, ...invoiceUpdateValues(invoice)] };
}

const LOCK = statement<Invoice>(
  'invoice-lock',
  `SELECT ${selectList(INVOICE_COLUMNS, 'i')} FROM invoices i WHERE id = $1 FOR UPDATE`,
);

/** Locks an invoice with its payments until the transaction ends. */
export const lockInvoice = lockByID(LOCK);
