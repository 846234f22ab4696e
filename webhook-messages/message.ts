import type { PaymentsWebhookEvent } from './payments/events';
import type { WalletsWebhookEvent } from './wallets/events';

/** A published event without what its recording adds: the number, under the lock of its subject, and the time. */
export type Unrecorded<Event> = Event extends unknown ? Omit<Event, 'eventID' | 'occuredAt'> : never;

/** A webhook message as it is built, in the transaction that made it true. */
export type WebhookMessage = Unrecorded<PaymentsWebhookEvent | WalletsWebhookEvent>;
