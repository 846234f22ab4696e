import { Batcher, succeeded } from '../runtime/batcher';
import type { Database } from '../store/postgres/database';
import { recordDelivered, type DeliveredMessage, type DeliveryResult } from '../store/delivery/webhook/attempt.record';

const MAX_BATCH = 100;

/** Returns a function that records deliveries, concurrent ones in one transaction. */
export function recordInBatches(database: Database): (delivered: DeliveredMessage) => Promise<DeliveryResult> {
  const batcher = new Batcher<DeliveredMessage, DeliveryResult>({
    maxBatchSize: MAX_BATCH,
    runBatch: async (delivered) => (await recordDelivered(database, delivered)).map(succeeded),
  });
  return (delivered) => batcher.add(delivered);
}
