import type { Refund } from '../../../domain/payments/refund/refund';
import type { RefundStatus } from '../../../domain/payments/refund/refund.machine';
import { selectList } from '../../postgres/columns';
import { selection, type Database } from '../../postgres/database';
import { REFUND_COLUMNS } from '../../payments/refund/refund.table';
import { allConditions, bindParameters, where } from '../../platform/listing/condition';
import type { SearchRange } from './search-window';

export interface RefundSearch extends SearchRange {
  offset: number;
  invoiceID?: string | undefined;
  paymentID?: string | undefined;
  refundID?: string | undefined;
  /** Of the refund or its payment. */
  rrn?: string | undefined;
  approvalCode?: string | undefined;
  status?: RefundStatus | undefined;
}

const FROM = 'FROM refunds r JOIN payments p ON p.invoice_id = r.invoice_id AND p.id = r.payment_id';
const REFUNDS = selection<Refund>('refund-search', `SELECT ${selectList(REFUND_COLUMNS, 'r')} ${FROM}`);
const COUNT = selection<{ count: bigint }>('refund-search-count', `SELECT count(*) ${FROM}`);

export async function searchRefunds(
  database: Database,
  search: RefundSearch,
): Promise<{ rows: Refund[]; totalCount: number }> {
  const { sql, values } = allConditions([
    { sql: 'r.shop_id = ?', values: [search.shopID] },
    where('r.created_at >= ?', search.from),
    where('r.created_at < ?', search.to),
    where('r.invoice_id = ?', search.invoiceID),
    where('r.payment_id = ?', search.paymentID),
    where('r.id = ?', search.refundID),
    where('r.status = ?', search.status),
    where('p.approval_code = ?', search.approvalCode),
    where('? IN (r.rrn, p.rrn)', search.rrn),
  ]);
  const all = bindParameters({ sql: `WHERE ${sql}`, values });
  const page = bindParameters({
    sql: `WHERE ${sql}
   ORDER BY r.created_at DESC, r.invoice_id DESC, r.payment_id DESC, r.id DESC LIMIT ? OFFSET ?`,
    values: [...values, search.limit, search.offset],
  });
  const [counted] = await database.run(COUNT.with(all.text), all.values);
  return { rows: await database.run(REFUNDS.with(page.text), page.values), totalCount: Number(counted?.count ?? 0n) };
}
