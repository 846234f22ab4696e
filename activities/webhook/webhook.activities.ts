import { Context } from '@temporalio/activity';
import { recordDelivered, type DeliveredMessage, type DeliveryResult } from '../../store/webhook/attempt.record';
import { discardQueue, type DiscardReason, type QueueRef } from '../../store/webhook/discard';
import { readQueueStatus, type QueueStatus } from '../../store/webhook/queue.status';
import { takeRetryingQueue, type LeasedQueue } from '../../store/webhook/queue.lease';
import type { Store } from '../../store/store';
import { drain } from '../../webhooks/deliver';
import { ExchangeLimiter, type Slot } from '../../webhooks/exchange-limiter';
import { MessageSender, type MessageSenderOptions } from '../../webhooks/message-sender';
import { RetryPacer } from './retry-pacer';

export type { DiscardReason } from '../../store/webhook/discard';
export type { QueueStatus, QueueStanding } from '../../store/webhook/queue.status';

/** What the workflow of a queue in trouble may do to the world. Each is harmless when repeated. */
export interface WebhookActivities {
  /** Tells where the queue stands by the record. */
  lookAtQueue(queue: QueueRef): Promise<QueueStatus>;
  /** Sends what waits, until something is not taken or a batch's time is over, and tells where the queue then stands. */
  deliverQueue(queue: QueueRef): Promise<QueueStatus>;
  /** Gives up what waits. @returns how many messages */
  discardQueue(request: QueueRef & { reason: DiscardReason }): Promise<number>;
}

/** A batch ends before the activity's time does, with room for one slow exchange. */
const BATCH_MS = 20_000;
/** Exchanges under way at once; a worker has room for more activities, which are told to come again. */
const CAPACITY = { quick: 128, slow: 128 } as const;

export function createWebhookActivities(options: MessageSenderOptions): WebhookActivities {
  const { store } = options;
  const sender = new MessageSender(options);
  const pacer = new RetryPacer();
  const limiter = new ExchangeLimiter(CAPACITY);
  return {
    lookAtQueue: (queue) => readQueueStatus(store.database, queue),
    deliverQueue: async (ref) => {
      const { info } = Context.current();
      const token = `${info.workflowExecution?.runId}/${info.activityId}/${info.attempt}`;
      const queue = await takeRetryingQueue(store.database, ref, token);
      if (queue) await deliver({ store, sender }, queue, limiter.take(queue) ?? pacer.refuse(queue.partyID));
      return readQueueStatus(store.database, ref);
    },
    discardQueue: ({ reason, ...queue }) => discardQueue(store, queue, reason),
  };
}

async function deliver(given: { store: Store; sender: MessageSender }, queue: LeasedQueue, slot: Slot): Promise<void> {
  const { store, sender } = given;
  const send: MessageSender['send'] = (...message) => slot.during(() => sender.send(...message));
  const recordOne = async (delivered: DeliveredMessage): Promise<DeliveryResult> => {
    const [recorded] = await recordDelivered(store.database, [delivered]);
    return recorded ?? { kind: 'lost' };
  };
  const stop = Context.current().cancellationSignal;
  const endMs = performance.now() + BATCH_MS;
  try {
    const driver = { store, sender: { send }, recordDelivered: recordOne, stop };
    await drain(driver, queue, () => performance.now() < endMs);
  } finally {
    slot.release();
  }
}
