import type { Refund } from '../../domain/refund/refund';
import type { RefundStatus } from '../../domain/refund/refund.machine';
import { selectList } from '../columns';
import { selection, type Database } from '../database';
import { REFUND_COLUMNS } from '../refund/refund.table';
import { Conditions } from '../listing/conditions';
import type { SearchWindow } from './search-window';

export interface RefundSearch extends SearchWindow {
  offset: number;
  invoiceID?: string | undefined;
  paymentID?: string | undefined;
  refundID?: string | undefined;
  /** Of the refund, or of the payment that it gives back. */
  rrn?: string | undefined;
  /** Of the payment. */
  approvalCode?: string | undefined;
  status?: RefundStatus | undefined;
}

const FROM = 'FROM refunds r JOIN payments p ON p.invoice_id = r.invoice_id AND p.id = r.payment_id';
const REFUNDS = selection<Refund>('refund-search', `SELECT ${selectList(REFUND_COLUMNS, 'r')} ${FROM}`);
const COUNT = selection<{ count: bigint }>('refund-search-count', `SELECT count(*) ${FROM}`);

/** A shop's refunds, newest first, and how many there are. */
export async function searchRefunds(
  database: Database,
  search: RefundSearch,
): Promise<{ rows: Refund[]; totalCount: number }> {
  const where = new Conditions();
  where
    .add('r.shop_id = ?', search.shopID)
    .add('r.created_at >= ?', search.from)
    .add('r.created_at < ?', search.to)
    .addGiven('r.invoice_id = ?', search.invoiceID)
    .addGiven('r.payment_id = ?', search.paymentID)
    .addGiven('r.id = ?', search.refundID)
    .addGiven('r.status = ?', search.status)
    .addGiven('p.approval_code = ?', search.approvalCode);
  if (search.rrn !== undefined) where.add('? IN (r.rrn, p.rrn)', search.rrn);
  const [counted] = await database.run(COUNT.with(`WHERE ${where.text}`), where.values);
  const page = REFUNDS.with(`WHERE ${where.text}
   ORDER BY r.created_at DESC, r.invoice_id DESC, r.payment_id DESC, r.id DESC
   LIMIT ${where.place(search.limit)} OFFSET ${where.place(search.offset)}`);
  return { rows: await database.run(page, where.values), totalCount: Number(counted?.count ?? 0n) };
}
