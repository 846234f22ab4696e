import type { Invoice } from '../../domain/invoice/invoice';
import type { InvoiceStatus } from '../../domain/invoice/invoice.machine';
import { selectList } from '../columns';
import { selection, type BoundStatement } from '../database';
import { INVOICE_COLUMNS } from '../invoice/invoice.table';
import { Conditions } from '../listing/conditions';
import type { ListPlace } from '../listing/continuation-token';
import { readPage, type Page } from '../listing/read-page';
import type { Store } from '../store';
import type { SearchWindow } from './search-window';
import { addPaymentConditions, asksOfPayments, type PaymentConditions } from './payment-conditions';
import { textOf } from './payments.search';

export interface InvoiceSearch extends SearchWindow {
  invoiceID?: string | undefined;
  status?: InvoiceStatus | undefined;
  amountMinor?: bigint | undefined;
  /** An invoice is found if one of its payments fits all of them. */
  payment: PaymentConditions;
  continuationToken?: string | undefined;
}

const INVOICES = selection<Invoice>('invoice-search', `SELECT ${selectList(INVOICE_COLUMNS, 'i')} FROM invoices i`);

/** A shop's invoices, newest first. @throws Refusal badToken */
export async function searchInvoices(store: Store, search: InvoiceSearch): Promise<Page<Invoice>> {
  const { limit, continuationToken, ...question } = search;
  const asked = { question: textOf('invoices', question), limit, continuationToken, placeOf };
  return readPage<Invoice>(store, asked, (after, count) => {
    const query = invoicesQuery(search, { after, limit: count });
    return store.database.run(query, query.values);
  });
}

function placeOf({ createdAt, id }: Invoice): ListPlace {
  return { createdAt, id };
}

/** The statement of one page; a bench explains it. */
export function invoicesQuery(
  search: InvoiceSearch,
  { after, limit }: { after: ListPlace | undefined; limit: number },
): BoundStatement<Invoice> {
  const where = new Conditions();
  where
    .add('i.shop_id = ?', search.shopID)
    .add('i.created_at >= ?', search.from)
    .addGiven('i.id = ?', search.invoiceID)
    .addGiven('i.status = ?', search.status)
    .addGiven('i.amount = ?', search.amountMinor);
  if (asksOfPayments(search.payment)) where.add(paymentExists(where, search));
  // Never both: see `paymentsQuery`.
  if (after) where.add('(i.created_at, i.id) < (?, ?)', after.createdAt, after.id);
  else where.add('i.created_at < ?', search.to);
  const rest = `WHERE ${where.text}
   ORDER BY i.created_at DESC, i.id DESC LIMIT ${where.place(limit)}`;
  return { ...INVOICES.with(rest), values: where.values };
}

function paymentExists(outer: Conditions, { shopID, payment }: InvoiceSearch): string {
  const inner = outer.nested();
  inner.add('p.invoice_id = i.id').add('p.shop_id = ?', shopID);
  addPaymentConditions(inner, payment);
  return `EXISTS (SELECT 1 FROM payments p WHERE ${inner.text})`;
}
