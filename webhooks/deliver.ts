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
  /** How many subjects of a webhook in trouble have a workflow each. */
  mostWorkflows: number;
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
  const refused = { queue, message, attempt, firstAttemptAt, retryAt };
  const isRecorded = await recordRefusal(driver.store, refused, driver.mostWorkflows);
  return { kind: isRecorded ? 'refused' : 'lost' };
}

/** What became of a queue that was drained. */
export interface Drained {
  takenCount: number;
  /** Of the last message that was sent; `unsent` where none was. */
  last: Delivery['kind'] | 'unsent';
}

/** Sends what waits in a leased queue, one message after the other, while they are taken and `goesOn` says so. */
export async function drain(driver: Driver, queue: LeasedQueue, goesOn: () => boolean): Promise<Drained> {
  const drained: Drained = { takenCount: 0, last: 'unsent' };
  let message = queue.head;
  while (message && goesOn()) {
    const delivery = await deliverNext(driver, queue, message);
    drained.last = delivery.kind;
    if (delivery.kind === 'empty' || delivery.kind === 'more') drained.takenCount++;
    if (delivery.kind !== 'more') return drained;
    message = delivery.next ?? (await findHead(driver.store.database, queue));
  }
  return drained;
}
