import { nextAttemptAt } from '../domain/webhook/retry-schedule';
import type { Store } from '../store/store';
import type { DeliveredMessage, DeliveryResult } from '../store/webhook/attempt.record';
import { recordRefusal } from '../store/webhook/escalate';
import { findHead, type LeasedQueue, type WaitingMessage } from '../store/webhook/queue.lease';
import type { MessageSender } from './message-sender';

/** What became of one message: taken (and what stands then), refused, or sent by somebody who lost the lease. */
export type Delivery = DeliveryResult | { kind: 'refused' };

/** Who drives a queue gives its way of recording what was taken: one by one, or gathered with others. */
export interface Driver {
  store: Store;
  sender: Pick<MessageSender, 'send'>;
  recordDelivered: (delivered: DeliveredMessage) => Promise<DeliveryResult>;
  /** Ends the exchange under way, which then counts as not made. */
  stop?: AbortSignal;
}

/** The only answer that counts as taken. */
const TAKEN = 200;

/**
 * Sends the first message of a leased queue and records the attempt under the lease. A crash between the two makes the
 * message be sent again: at least once, in order.
 */
export async function deliverNext(driver: Driver, queue: LeasedQueue, message: WaitingMessage): Promise<Delivery> {
  const attempt = await driver.sender.send(queue, message, driver.stop);
  if (attempt.status === TAKEN) return driver.recordDelivered({ queue, message, attempt });
  const firstAttemptAt = message.firstAttemptAt ?? attempt.startedAt;
  const retryAt = nextAttemptAt({ firstAttemptAt, lastAttemptAt: attempt.startedAt }) ?? null;
  const isRecorded = await recordRefusal(driver.store, { queue, message, attempt, firstAttemptAt, retryAt });
  return { kind: isRecorded ? 'refused' : 'lost' };
}

/** Sends what waits in a leased queue, one message after the other, while they are taken and `goesOn` says so. */
export async function drain(driver: Driver, queue: LeasedQueue, goesOn: () => boolean): Promise<void> {
  let message = queue.head;
  while (message && goesOn()) {
    const delivery = await deliverNext(driver, queue, message);
    if (delivery.kind !== 'more') return;
    message = delivery.next ?? (await findHead(driver.store.database, queue));
  }
}
