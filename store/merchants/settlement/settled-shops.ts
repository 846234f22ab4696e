import type { ShopTerms } from '../../../domain/merchants/shop/shop-terms';
import { lookup, statement } from '../../postgres/database';
import { findBy, findByID, listAll } from '../../postgres/readers';
import { TERMS_IN_FORCE } from '../shop/shop.queries';

export interface ShopForOperator {
  partyID: string;
  terms: ShopTerms;
}

const FIND = lookup<ShopForOperator>(
  'settlement-shop',
  `SELECT s.party_id AS "partyID", ${TERMS_IN_FORCE} AS terms FROM shops s WHERE id = $1`,
);

/** Any party's shop. */
export const findShopForOperator = findByID(FIND);

export interface ScheduledSettlement extends ShopForOperator {
  shopID: string;
  currency: string;
}

const SCHEDULED = statement<ScheduledSettlement>(
  'settlement-scheduled',
  `SELECT DISTINCT s.id AS "shopID", s.party_id AS "partyID", a.currency, ${TERMS_IN_FORCE} AS terms
   FROM ledger_accounts a JOIN shops s ON s.id = split_part(a.id, '/', 2)
   WHERE a.kind = 'settlement' AND (${TERMS_IN_FORCE}) #>> '{settlement,schedule,every}' <> 'manual'`,
);

/** Shops with a schedule, and the currencies in which they were ever owed anything. */
export const listScheduledSettlements = listAll(SCHEDULED);

type LastClose = Record<'begunAt', Date> & Record<'openSince', Date | null>;

const LAST = statement<LastClose>(
  'settlement-last-batch',
  `SELECT begun_at AS "begunAt", open_since AS "openSince" FROM settlement_batches WHERE shop_id = $1 AND currency = $2 AND closed_at IS NOT NULL
   ORDER BY number DESC LIMIT 1`,
);

/** The last closed batch; undefined before the first. */
export const findLastClose = findBy(LAST, 'shopID', 'currency');
