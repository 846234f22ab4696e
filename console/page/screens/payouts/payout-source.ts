import { callMerchants, callOperators, toQuery, type Schemas } from '../../api/client';
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
  /** Of balance transactions. */
  filter: Readonly<Record<string, string | undefined>>;
  place?: string | undefined;
  limit?: number;
}

export async function readPayoutList<List extends PayoutList>(
  kind: SignedInPerson['kind'],
  list: List,
  { shopID, filter, place, limit = PAGE_SIZE, signal }: PayoutListRequest & { signal?: AbortSignal },
): Promise<{ result: PayoutLists[List][]; continuationToken?: string }> {
  const query = toQuery({ ...filter, limit, continuationToken: place });
  return readOfShop(kind, `${encodeURIComponent(shopID)}/${list}${query}`, signal);
}
