import { Context } from '@temporalio/activity';
import { recordDelivered, type DeliveredMessage, type Recorded } from '../../store/webhook/attempt.record';
import { discardQueue, type DiscardReason, type QueueRef } from '../../store/webhook/discard';
import { lookAtQueue, type QueueLook } from '../../store/webhook/queue.look';
import { takeRetryingQueue } from '../../store/webhook/queue.lease';
import type { Store } from '../../store/store';
import { Courier, type CourierOptions } from './courier';
import { drain } from './deliver-next';

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

export function createWebhookActivities(options: CourierOptions): WebhookActivities {
  const { store } = options;
  const courier = new Courier(options);
  return {
    lookAtQueue: (queue) => lookAtQueue(store.database, queue),
    deliverQueue: (queue) => deliverQueue({ store, courier }, queue),
    discardQueue: ({ reason, ...queue }) => discardQueue(store, queue, reason),
  };
}

async function deliverQueue({ store, courier }: { store: Store; courier: Courier }, ref: QueueRef): Promise<QueueLook> {
  const { info, cancellationSignal: stop } = Context.current();
  const token = `${info.workflowExecution?.runId}/${info.activityId}/${info.attempt}`;
  const queue = await takeRetryingQueue(store.database, ref, token);
  const endMs = performance.now() + BATCH_MS;
  const recordOne = async (delivered: DeliveredMessage): Promise<Recorded> => {
    const [recorded] = await recordDelivered(store.database, [delivered]);
    return recorded ?? { kind: 'lost' };
  };
  if (queue) await drain({ store, courier, recordDelivered: recordOne, stop }, queue, () => performance.now() < endMs);
  return lookAtQueue(store.database, ref);
}
