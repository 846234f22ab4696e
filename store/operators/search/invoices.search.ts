import type { Invoice } from '../../../domain/payments/invoice/invoice';
import type { InvoiceStatus } from '../../../domain/payments/invoice/invoice.machine';
import { selectList } from '../../postgres/columns';
import { INVOICE_COLUMNS } from '../../payments/invoice/invoice.table';
import { allConditions, where, type Condition } from '../../platform/listing/condition';
import { listing, listPage, type Page, type PageRequest } from '../../platform/listing/list-page';
import type { Store } from '../../store';
import type { SearchRange } from './search-window';
import { hasPaymentConditions, toPaymentConditions, type PaymentConditions } from './payment-conditions';

export interface InvoiceSearch extends SearchRange {
  invoiceID?: string | undefined;
  status?: InvoiceStatus | undefined;
  amountMinor?: bigint | undefined;
  /** Matches an invoice if one payment meets all conditions. */
  payment: PaymentConditions;
  continuationToken?: string | undefined;
}

export const INVOICES = listing<Invoice>({
  name: 'invoices',
  select: `SELECT ${selectList(INVOICE_COLUMNS, 'i')} FROM invoices i`,
  order: { createdAt: 'i.created_at', id: 'i.id' },
  owners: ['i.shop_id = ?'],
});

/** A shop's invoices, newest first. @throws Refusal badToken */
export async function searchInvoices(store: Store, search: InvoiceSearch): Promise<Page<Invoice>> {
  return listPage(store, INVOICES, invoicesRequest(search));
}

/** Exported for a benchmark that explains the statement. */
export function invoicesRequest({ limit, continuationToken, ...question }: InvoiceSearch): PageRequest {
  const { shopID, from, to, payment } = question;
  const conditions = [
    where('i.created_at >= ?', from),
    where('i.id = ?', question.invoiceID),
    where('i.status = ?', question.status),
    where('i.amount = ?', question.amountMinor),
    hasPaymentConditions(payment) ? paymentExists(shopID, payment) : undefined,
  ];
  const until = where('i.created_at < ?', to);
  return { owner: shopID, conditions, until, limit, continuationToken, question };
}

function paymentExists(shopID: string, payment: PaymentConditions): Condition {
  const { sql, values } = allConditions([where('p.shop_id = ?', shopID), ...toPaymentConditions(payment)]);
  return { sql: `EXISTS (SELECT 1 FROM payments p WHERE p.invoice_id = i.id AND ${sql})`, values };
}
