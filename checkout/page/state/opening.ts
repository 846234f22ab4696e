import type { ApiClient } from '../api/client';
import type { PayersShop } from '../api/types';
import { mergeInvoice, NO_PROGRESS, withoutPreviousAttempts, type Progress } from './progress';
import type { Order, Purpose } from './purpose';
import { readShop, withShop } from './shop';

export interface Opening {
  order: Order;
  shop: PayersShop | undefined;
  progress: Progress;
}

/** Reads what the page shows first. */
export async function readOpening(call: ApiClient, purpose: Purpose, attemptID: string): Promise<Opening> {
  const [loaded, followed, shop] = await Promise.all([
    purpose.load(),
    purpose.follow(NO_PROGRESS),
    readShop(call, purpose.token),
  ]);
  const merged = mergeInvoice(followed, loaded.progress);
  // The invoice is newer than its events: read them again to learn how it was paid.
  const progress = merged.status === followed.status ? merged : await purpose.follow(merged);
  return {
    order: withShop(loaded.order, shop),
    shop,
    progress: purpose.kind === 'binding' ? withoutPreviousAttempts(progress, attemptID) : progress,
  };
}
