import { Context } from '@temporalio/activity';
import { recordDelivered, type DeliveredMessage, type Recorded } from '../../store/webhook/attempt.record';
import { discardQueue, type DiscardReason, type QueueRef } from '../../store/webhook/discard';
import { lookAtQueue, type QueueLook } from '../../store/webhook/queue.look';
import { takeRetryingQueue, type LeasedQueue } from '../../store/webhook/queue.lease';
import type { Store } from '../../store/store';
import { Courier, type CourierOptions } from './courier';
import { drain } from './deliver-next';
import { Places, type Place } from './places';
import { Turns } from './turns';

export type { DiscardReason } from '../../store/webhook/discard';
export type { QueueLook, QueueStanding } from '../../store/webhook/queue.look';

/** What the workflow of a queue in trouble may do to the world. Each is harmless when repeated. */
export interface WebhookActivities {
  /** Tells where the queue stands by the record. */
  lookAtQueue(queue: QueueRef): Promise<QueueLook>;
  /** Sends what waits, until something is not taken or a batch's time is over, and tells where the queue then stands. */
  deliverQueue(queue: QueueRef): Promise<QueueLook>;
  /** Gives up what waits. @returns how many messages */
  discardQueue(request: QueueRef & { reason: DiscardReason }): Promise<number>;
}

/** A batch ends before the activity's time does, with room for one slow exchange. */
const BATCH_MS = 20_000;
/** Exchanges under way at once; a worker has room for more activities, which are told to come again. */
const CAPACITY = { quick: 128, slow: 128 } as const;

export function createWebhookActivities(options: CourierOptions): WebhookActivities {
  const { store } = options;
  const courier = new Courier(options);
  const turns = new Turns();
  const places = new Places(CAPACITY);
  return {
    lookAtQueue: (queue) => lookAtQueue(store.database, queue),
    deliverQueue: async (ref) => {
      const { info } = Context.current();
      const token = `${info.workflowExecution?.runId}/${info.activityId}/${info.attempt}`;
      const queue = await takeRetryingQueue(store.database, ref, token);
      if (queue) await deliver({ store, courier }, queue, places.take(queue) ?? turns.refuse(queue.partyID));
      return lookAtQueue(store.database, ref);
    },
    discardQueue: ({ reason, ...queue }) => discardQueue(store, queue, reason),
  };
}

async function deliver(given: { store: Store; courier: Courier }, queue: LeasedQueue, place: Place): Promise<void> {
  const { store, courier } = given;
  const send: Courier['send'] = (...message) => place.during(() => courier.send(...message));
  const recordOne = async (delivered: DeliveredMessage): Promise<Recorded> => {
    const [recorded] = await recordDelivered(store.database, [delivered]);
    return recorded ?? { kind: 'lost' };
  };
  const stop = Context.current().cancellationSignal;
  const endMs = performance.now() + BATCH_MS;
  try {
    const driver = { store, courier: { send }, recordDelivered: recordOne, stop };
    await drain(driver, queue, () => performance.now() < endMs);
  } finally {
    place.release();
  }
}
