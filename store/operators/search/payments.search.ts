import type { Payment } from '../../../domain/payments/payment/payment';
import { selectList } from '../../postgres/columns';
import { where } from '../../platform/listing/condition';
import { listing, listPage, type Page, type PageRequest } from '../../platform/listing/list-page';
import { PAYMENT_COLUMNS } from '../../payments/payment/payment.table';
import type { Store } from '../../store';
import type { SearchRange } from './search-window';
import { toPaymentConditions, type PaymentConditions } from './payment-conditions';

export interface PaymentSearch extends SearchRange {
  conditions: PaymentConditions;
  continuationToken?: string | undefined;
}

export interface FoundPayment extends Payment {
  /** The shop's own number of the invoice. */
  invoiceExternalID: string | null;
}

export const PAYMENTS = listing<FoundPayment>({
  name: 'payments',
  select: `SELECT ${selectList(PAYMENT_COLUMNS, 'p')},
    (SELECT i.external_id FROM invoices i WHERE i.id = p.invoice_id) AS "invoiceExternalID" FROM payments p`,
  order: { createdAt: 'p.created_at', invoiceID: 'p.invoice_id', id: 'p.id' },
  owners: ['p.shop_id = ?'],
});

/** A shop's payments, newest first. @throws Refusal badToken */
export async function searchPayments(store: Store, search: PaymentSearch): Promise<Page<FoundPayment>> {
  return listPage(store, PAYMENTS, paymentsRequest(search));
}

/** Exported for a benchmark that explains the statement. */
export function paymentsRequest({ limit, continuationToken, ...question }: PaymentSearch): PageRequest {
  const { shopID, from, to, conditions } = question;
  return {
    owner: shopID,
    conditions: [where('p.created_at >= ?', from), ...toPaymentConditions(conditions)],
    until: where('p.created_at < ?', to),
    ...{ limit, continuationToken, question },
  };
}
