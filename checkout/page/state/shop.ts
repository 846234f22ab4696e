import { SHOP_PATH } from '../api/addresses';
import type { ApiClient } from '../api/client';
import type { PayersShop } from '../api/types';
import type { Order } from './purpose';

/** The page works without the shop, so a late response is not waited for long. */
const SHOP_TIMEOUT_MS = 8_000;

export function readShop(call: ApiClient, token: string): Promise<PayersShop | undefined> {
  return call<PayersShop>(SHOP_PATH, { token, attempts: 2, timeoutMs: SHOP_TIMEOUT_MS }).catch(() => undefined);
}

/** Names the shop; the name in the link comes first. */
export function withShop(order: Order, shop: PayersShop | undefined): Order {
  if (!shop) return order;
  return { ...order, shop: order.shop ?? shop.name, isTest: shop.isTest };
}
