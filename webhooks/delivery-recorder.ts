import type { Database } from '../store/database';
import { succeeded, Batcher } from '../store/batcher';
import { recordDelivered, type DeliveredMessage, type DeliveryResult } from '../store/webhook/attempt.record';

const MAX_BATCH = 100;

/** Records deliveries together. */
export class DeliveryRecorder {
  private readonly gathering: Batcher<DeliveredMessage, DeliveryResult>;

  constructor(database: Database) {
    this.gathering = new Batcher({
      maxBatchSize: MAX_BATCH,
      runBatch: async (delivered) => {
        const recorded = await recordDelivered(database, delivered);
        return delivered.map((_, place) => succeeded(recorded[place] ?? { kind: 'lost' }));
      },
    });
  }

  record(delivered: DeliveredMessage): Promise<DeliveryResult> {
    return this.gathering.add(delivered);
  }
}
