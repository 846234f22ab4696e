import type { BalanceTransactionType } from '../../domain/merchants/settlement/balance-transaction';
import { Refusal } from '../../domain/platform/errors/refusal';
import { parseRfc3339 } from '../../domain/platform/rfc3339/rfc3339';
import { getBusinessDay } from '../../domain/merchants/settlement/business-day';
import { nextClose } from '../../domain/merchants/settlement/schedule';
import { settlementTerms } from '../../domain/merchants/settlement/settlement-terms';
import {
  listBalanceTransactions,
  listBatches,
  listPayouts,
  listSettlementCurrencies,
  readSettlementBalance,
} from '../../store/merchants/settlement/settlement.queries';
import type { ShopRow } from '../../store/merchants/shop/shop.queries';
import type { Store } from '../../store/store';
import { presentBalanceTransaction, presentBatch, presentPayout, presentShopBalance } from './settlement.presenter';
import type * as Wire from './settlement.types';

/* What merchants and operators read alike of a shop's money. */

export async function readShopBalances({ database }: Store, shop: ShopRow): Promise<Wire.ShopBalance[]> {
  const rules = settlementTerms(shop.terms);
  const now = new Date();
  const today = getBusinessDay(now, rules);
  const nextCloseAt = nextClose(rules.schedule, now, rules);
  const balances: Wire.ShopBalance[] = [];
  for (const currency of await listSettlementCurrencies(database, shop.id)) {
    const balance = await readSettlementBalance(database, { shopID: shop.id, currency }, today);
    balances.push(presentShopBalance(balance, nextCloseAt));
  }
  return balances;
}

interface PageOfShop {
  limit?: number;
  continuationToken?: string;
}

interface TransactionsOfShop extends PageOfShop {
  currency?: string;
  type?: BalanceTransactionType;
  sourceID?: string;
  batchID?: string;
  fromTime?: string;
  toTime?: string;
}

const DEFAULT_LIMIT = 50;

export async function readBalanceTransactions(
  store: Store,
  shop: ShopRow,
  { currency = shop.currency, fromTime, toTime, limit = DEFAULT_LIMIT, ...filter }: TransactionsOfShop,
): Promise<Wire.BalanceTransactionPage> {
  const period = { fromTime: parseMoment(fromTime, 'fromTime'), toTime: parseMoment(toTime, 'toTime') };
  const query = { ...filter, ...period, shopID: shop.id, currency, limit };
  const { rows, ...next } = await listBalanceTransactions(store, query);
  return { result: rows.map(presentBalanceTransaction), ...next };
}

/** @throws Refusal invalidRequest for a date that is not in the calendar */
function parseMoment(text: string | undefined, place: string): Date | undefined {
  const moment = text === undefined ? undefined : parseRfc3339(text);
  if (text !== undefined && !moment)
    throw new Refusal('invalidRequest', `${place}: is not a moment of the calendar`, { place });
  return moment;
}

export async function readBatches(
  store: Store,
  shop: ShopRow,
  { limit = DEFAULT_LIMIT, ...filter }: PageOfShop,
): Promise<Wire.SettlementBatchPage> {
  const { rows, ...next } = await listBatches(store, { ...filter, shopID: shop.id, limit });
  return { result: rows.map(presentBatch), ...next };
}

export async function readPayouts(
  store: Store,
  shop: ShopRow,
  { limit = DEFAULT_LIMIT, ...filter }: PageOfShop & { status?: Wire.PayoutStatus },
): Promise<Wire.PayoutPage> {
  const { rows, ...next } = await listPayouts(store, { ...filter, shopID: shop.id, limit });
  return { result: rows.map(presentPayout), ...next };
}
