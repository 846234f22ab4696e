import type { Document } from './document';
import { operators } from './documents/operators';
import { payments } from './documents/payments';
import { payres, wallets } from './documents/wallets';
import { paymentsWebhookEvents, walletsWebhookEvents } from './documents/webhook-events';

export const documents: readonly Document[] = [
  payments,
  paymentsWebhookEvents,
  wallets,
  payres,
  walletsWebhookEvents,
  operators,
];
