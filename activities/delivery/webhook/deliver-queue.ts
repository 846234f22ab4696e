import { Context } from '@temporalio/activity';
import {
  recordDelivered,
  type DeliveredMessage,
  type DeliveryResult,
} from '../../../store/delivery/webhook/attempt.record';
import { releaseQueues, type LeasedQueue } from '../../../store/delivery/webhook/queue.lease';
import { drain, type Drained, type Driver } from '../../../webhooks/deliver';
import type { Slot } from '../../../webhooks/delivery-concurrency';

/** A batch ends before the activity's timeout, with slack for a slow delivery. */
const BATCH_MS = 20_000;

/** Delivers a queue's messages within the activity's time and releases the slot. */
export async function deliverLeased(
  given: Pick<Driver, 'store' | 'sender' | 'maxWorkflows'>,
  queue: LeasedQueue,
  slot: Slot,
): Promise<Drained> {
  const { store, sender } = given;
  const send: Driver['sender']['send'] = (...message) => slot.during(() => sender.send(...message));
  const recordOne = async (delivered: DeliveredMessage): Promise<DeliveryResult> => {
    const [recorded] = await recordDelivered(store.database, [delivered]);
    return recorded ?? { kind: 'lost' };
  };
  const stop = Context.current().cancellationSignal;
  const endMs = performance.now() + BATCH_MS;
  try {
    const driver = { ...given, sender: { send }, recordDelivered: recordOne, stop };
    const drained = await drain(driver, queue, () => performance.now() < endMs);
    if (drained.last === 'lost') await releaseQueues(store.database, [queue]);
    return drained;
  } finally {
    slot.release();
  }
}
