import { ApplicationFailure, defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { QueueRef, QueueSnapshot, QueueStatus } from '../../domain/webhook/queue';
import { signals, updates } from '../names/workflow-messages';

/** Input of a delivery workflow: its queue. */
export type DeliveryInput = QueueRef;

/** The result of the query `state` and of `retryNow`. */
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
/** Retries the first message now and returns its result. The schedule is unchanged. */
export const retryNow = defineUpdate<DeliveryState>(updates.retryNow);
/** Is refused: histories of earlier versions contain it. */
export const discard = defineUpdate<{ discardedCount: number }>(updates.discard);

/** Refuses updates of an ended workflow. */
export function assertNotEnded({ doing }: Pick<DeliveryState, 'doing'>): void {
  assert(doing !== 'ended', 'no messages are left');
}

/** Refuses to discard messages for a client of Temporal, who has no name. */
export function refuseToDiscard(): void {
  throw ApplicationFailure.nonRetryable('operators discard messages by /operators/v1', 'InvalidRequest');
}

function assert(isTrue: boolean, message: string): asserts isTrue {
  if (!isTrue) throw ApplicationFailure.nonRetryable(message, 'InvalidRequest');
}
