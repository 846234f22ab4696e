import type { Database } from '../store/database';
import { recordDelivered, type DeliveredMessage, type DeliveryResult } from '../store/webhook/attempt.record';

interface Waiting {
  delivered: DeliveredMessage;
  resolve: (recorded: DeliveryResult) => void;
  reject: (error: unknown) => void;
}

const LARGEST_BATCH = 100;

/**
 * Records deliveries together: while one statement runs, what else was taken gathers for the next. Alone, a delivery
 * is recorded at once; under load one commit serves dozens.
 */
export class DeliveryRecorder {
  private readonly waiting: Waiting[] = [];
  private isRecording = false;

  constructor(private readonly database: Database) {}

  record(delivered: DeliveredMessage): Promise<DeliveryResult> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ delivered, resolve, reject });
      if (!this.isRecording) void this.recordAll();
    });
  }

  private async recordAll(): Promise<void> {
    this.isRecording = true;
    // What was taken in this same turn goes along.
    await new Promise((resolve) => void setImmediate(resolve));
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, LARGEST_BATCH);
      try {
        const recorded = await recordDelivered(
          this.database,
          batch.map(({ delivered }) => delivered),
        );
        batch.forEach(({ resolve }, index) => resolve(recorded[index] ?? { kind: 'lost' }));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.isRecording = false;
  }
}
