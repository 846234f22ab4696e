import { Context } from '@temporalio/activity';
import { recordDelivered, type DeliveredMessage, type DeliveryResult } from '../../store/webhook/attempt.record';
import { discardQueue } from '../../store/webhook/discard';
import { readQueueStatus } from '../../store/webhook/queue.status';
import { takeRetryingQueue, type LeasedQueue } from '../../store/webhook/queue.lease';
import type { Store } from '../../store/store';
import { drain } from '../../webhooks/deliver';
import { ExchangeLimiter, type Slot } from '../../webhooks/exchange-limiter';
import { MessageSender, type MessageSenderOptions } from '../../webhooks/message-sender';
import type { WebhookActivities } from '../../workflows/webhook/delivery.contract';
import { RetryPacer } from './retry-pacer';

/** A batch ends before the activity's time does, with room for one slow exchange. */
const BATCH_MS = 20_000;
/** Exchanges under way at once; a worker has room for more activities, which are told to come again. */
const CAPACITY = { quick: 128, slow: 128 } as const;

/** What the workflow of a queue in trouble may do to the world. */
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
