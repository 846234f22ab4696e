import { callMerchants, callOperators, toQuery, type Schemas } from '../../api/client';
import { startOfDay } from '../../parts/days';
import { readTimeZone } from '../../parts/shop-time-zone';
import type { SignedInPerson } from '../../session/session';

/** The row of each list of a shop's money. */
export interface PayoutLists {
  payouts: Schemas['Payout'];
  batches: Schemas['SettlementBatch'];
  'balance-transactions': Schemas['BalanceTransaction'];
}
export type PayoutList = keyof PayoutLists;

const PAGE_SIZE = 50;

/** Both APIs answer alike; a merchant reads its own shops only. */
async function readOfShop<Answer>(
  kind: SignedInPerson['kind'],
  path: string,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  return kind === 'operator'
    ? callOperators<Answer>(`/shops/${path}`, { signal })
    : callMerchants<Answer>(`/processing/shops/${path}`, { signal });
}

export async function readBalances(
  kind: SignedInPerson['kind'],
  shopID: string,
  signal: AbortSignal,
): Promise<Schemas['ShopBalance'][]> {
  return readOfShop(kind, `${encodeURIComponent(shopID)}/balances`, signal);
}

export interface PayoutListRequest {
  shopID: string;
  /** Of balance transactions; `fromTime` and `toTime` are days, of the shop in a merchant's list. */
  filter: Readonly<Record<string, string | undefined>>;
  place?: string | undefined;
  limit?: number;
}

export async function readPayoutList<List extends PayoutList>(
  kind: SignedInPerson['kind'],
  list: List,
  { shopID, filter, place, limit = PAGE_SIZE, signal }: PayoutListRequest & { signal?: AbortSignal },
): Promise<{ result: PayoutLists[List][]; continuationToken?: string }> {
  const { fromTime, toTime, ...rest } = filter;
  const timeZone = kind === 'merchant' && (fromTime ?? toTime) !== undefined ? await readTimeZone(shopID) : undefined;
  const days = { fromTime: startOfDay(fromTime, 0, timeZone), toTime: startOfDay(toTime, 1, timeZone) };
  const query = toQuery({ ...rest, ...days, limit, continuationToken: place });
  return readOfShop(kind, `${encodeURIComponent(shopID)}/${list}${query}`, signal);
}
