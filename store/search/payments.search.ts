import type { Payment } from '../../domain/payment/payment';
import { selectList } from '../columns';
import { selection, type BoundStatement } from '../database';
import { Conditions } from '../listing/conditions';
import type { ListPlace } from '../listing/continuation-token';
import { readPage, type Page } from '../listing/read-page';
import { PAYMENT_COLUMNS } from '../payment/payment.table';
import type { Store } from '../store';
import type { SearchWindow } from './search-window';
import { addPaymentConditions, type PaymentConditions } from './payment-conditions';

export interface PaymentSearch extends SearchWindow {
  conditions: PaymentConditions;
  continuationToken?: string | undefined;
}

const PAYMENTS = selection<Payment>('payment-search', `SELECT ${selectList(PAYMENT_COLUMNS, 'p')} FROM payments p`);

/** A shop's payments, newest first. @throws Refusal badToken */
export async function searchPayments(store: Store, search: PaymentSearch): Promise<Page<Payment>> {
  const { limit, continuationToken, ...question } = search;
  const asked = { question: textOf('payments', question), limit, continuationToken, placeOf };
  return readPage<Payment>(store, asked, (after, count) => {
    const query = paymentsQuery(search, { after, limit: count });
    return store.database.run(query, query.values);
  });
}

/**
 * The statement of one page; a bench explains it. The end of the span and the place to go on from are never asked together:
 * the first follows from the second, and PostgreSQL would begin to read at the end of the span.
 */
export function paymentsQuery(
  { shopID, from, to, conditions }: PaymentSearch,
  { after, limit }: { after: ListPlace | undefined; limit: number },
): BoundStatement<Payment> {
  const where = new Conditions();
  where.add('p.shop_id = ?', shopID).add('p.created_at >= ?', from);
  addPaymentConditions(where, conditions);
  if (after) {
    const { invoiceID, paymentID } = refOf(after);
    where.add('(p.created_at, p.invoice_id, p.id) < (?, ?, ?)', after.createdAt, invoiceID, paymentID);
  } else where.add('p.created_at < ?', to);
  const rest = `WHERE ${where.text}
   ORDER BY p.created_at DESC, p.invoice_id DESC, p.id DESC LIMIT ${where.place(limit)}`;
  return { ...PAYMENTS.with(rest), values: where.values };
}

const SEPARATOR = '/';

function placeOf({ createdAt, invoiceID, id }: Payment): ListPlace {
  return { createdAt, id: invoiceID + SEPARATOR + id };
}

function refOf({ id }: ListPlace): { invoiceID: string; paymentID: string } {
  const [invoiceID = '', paymentID = ''] = id.split(SEPARATOR);
  return { invoiceID, paymentID };
}

/** What was asked, as text: a token is good for the same question only. */
export function textOf(name: string, question: object): string {
  return JSON.stringify([name, question], (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
}
