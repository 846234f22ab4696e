import type { Database } from '../store/database';
import { done, Gathering } from '../store/gathering';
import { recordDelivered, type DeliveredMessage, type DeliveryResult } from '../store/webhook/attempt.record';

const LARGEST_BATCH = 100;

/** Records deliveries together. */
export class DeliveryRecorder {
  private readonly gathering: Gathering<DeliveredMessage, DeliveryResult>;

  constructor(database: Database) {
    this.gathering = new Gathering({
      most: LARGEST_BATCH,
      doAll: async (delivered) => {
        const recorded = await recordDelivered(database, delivered);
        return delivered.map((_, place) => done(recorded[place] ?? { kind: 'lost' }));
      },
    });
  }

  record(delivered: DeliveredMessage): Promise<DeliveryResult> {
    return this.gathering.add(delivered);
  }
}
