import type { Chargeback } from '../../../domain/payments/chargeback/chargeback';
import type { Refund } from '../../../domain/payments/refund/refund';
import { CHARGEBACK_COLUMNS } from '../../payments/chargeback/chargeback.table';
import { where } from '../../platform/listing/condition';
import { listing, listPage, type Page, type PageRequest } from '../../platform/listing/list-page';
import { selectList } from '../../postgres/columns';
import { REFUND_COLUMNS } from '../../payments/refund/refund.table';
import type { Store } from '../../store';
import type { SearchRange } from './search-window';

export interface ReturnSearch extends SearchRange {
  status?: string | undefined;
  invoiceID?: string | undefined;
  continuationToken?: string | undefined;
}

const order = (table: string) => ({
  createdAt: `${table}.created_at`,
  invoiceID: `${table}.invoice_id`,
  paymentID: `${table}.payment_id`,
  id: `${table}.id`,
});

const REFUNDS = listing<Refund>({
  name: 'refunds',
  select: `SELECT ${selectList(REFUND_COLUMNS, 'r')} FROM refunds r`,
  order: order('r'),
  owners: ['r.shop_id = ?'],
});

const CHARGEBACKS = listing<Chargeback>({
  name: 'chargebacks',
  select: `SELECT ${selectList(CHARGEBACK_COLUMNS, 'c')} FROM chargebacks c`,
  order: order('c'),
  owners: ['c.shop_id = ?'],
});

/** A shop's refunds, newest first. @throws Refusal badToken */
export async function listShopRefunds(store: Store, search: ReturnSearch): Promise<Page<Refund>> {
  return listPage(store, REFUNDS, pageRequest('r', search));
}

/** A shop's chargebacks, newest first. @throws Refusal badToken */
export async function listShopChargebacks(store: Store, search: ReturnSearch): Promise<Page<Chargeback>> {
  return listPage(store, CHARGEBACKS, pageRequest('c', search));
}

function pageRequest(table: string, { limit, continuationToken, ...question }: ReturnSearch): PageRequest {
  const { shopID, from, to, status, invoiceID } = question;
  return {
    owner: shopID,
    conditions: [
      where(`${table}.created_at >= ?`, from),
      where(`${table}.status = ?`, status),
      where(`${table}.invoice_id = ?`, invoiceID),
    ],
    until: where(`${table}.created_at < ?`, to),
    ...{ limit, continuationToken, question },
  };
}
