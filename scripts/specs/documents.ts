import type { Document } from './document';
import { operators } from './documents/operators';
import { payments } from './documents/payments';
import { payres, wallets } from './documents/wallets';
import { paymentsWebhookEvents, walletsWebhookEvents } from './documents/webhook-events';

/** The documents that are generated, each from its controllers. */
export const documents: readonly Document[] = [
  payments,
  paymentsWebhookEvents,
  wallets,
  payres,
  walletsWebhookEvents,
  operators,
];
