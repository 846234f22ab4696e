// The documents that are generated, each from its controllers.
import { payments } from './documents/payments.mjs';
import { payres, wallets } from './documents/wallets.mjs';
import { paymentsWebhookEvents, walletsWebhookEvents } from './documents/webhook-events.mjs';

export const documents = [payments, paymentsWebhookEvents, wallets, payres, walletsWebhookEvents];
