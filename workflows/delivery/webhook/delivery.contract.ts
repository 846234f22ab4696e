import { ApplicationFailure, defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { QueueRef, QueueSnapshot, QueueStatus } from '../../../domain/delivery/webhook/queue';
import { signals, updates } from '../../../workflow-names/workflow-messages';

/** Input of a delivery workflow: its queue. */
export type DeliveryInput = QueueRef;

/** The result of the query `state`. */
export interface DeliveryState {
  doing: 'looking' | 'waiting' | 'sending' | 'ended';
  /** The first message and its attempts; null without a failing message. */
  snapshot: QueueSnapshot | null;
  /** ISO 8601. */
  nextAttemptAt: string | null;
}

/** Idempotent activities of delivery workflows. */
export interface WebhookActivities {
  /** Reads the queue's status from the database. */
  readQueueStatus(queue: QueueRef): Promise<QueueStatus>;
  /** Sends messages until one fails or the batch's time ends, and returns the queue's status. */
  deliverQueue(queue: QueueRef): Promise<QueueStatus>;
  /** Discards the messages of a deleted webhook, or those whose retries have ended, by the database. */
  discardQueue(queue: QueueRef): Promise<number>;
}

export const queueChanged = defineSignal(signals.queueChanged);
export const stateQuery = defineQuery<DeliveryState>('state');
/** Is refused: histories of earlier versions contain it. */
export const retryNow = defineUpdate<DeliveryState>(updates.retryNow);
/** Is refused: histories of earlier versions contain it. */
export const discard = defineUpdate<{ discardedCount: number }>(updates.discard);

/** Refuses the updates of a client of Temporal, who has no name. */
export function refuseUpdate(): void {
  throw ApplicationFailure.nonRetryable('operators retry and discard messages by /operators/v1', 'InvalidRequest');
}
