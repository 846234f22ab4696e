import { ApplicationFailure, defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { DiscardReason, QueueRef, QueueSnapshot, QueueStatus } from '../../domain/webhook/queue';
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

/** An operator's request to discard messages. */
export interface DiscardRequest {
  /** The reason, kept in the history. */
  reason: string;
}

/** Idempotent activities of delivery workflows. */
export interface WebhookActivities {
  /** Reads the queue's status from the database. */
  readQueueStatus(queue: QueueRef): Promise<QueueStatus>;
  /** Sends messages until one fails or the batch's time ends, and returns the queue's status. */
  deliverQueue(queue: QueueRef): Promise<QueueStatus>;
  /** Discards the messages and returns their number. */
  discardQueue(request: QueueRef & { reason: DiscardReason }): Promise<number>;
}

const MAX_REASON = 200;

export const queueChanged = defineSignal(signals.queueChanged);
export const stateQuery = defineQuery<DeliveryState>('state');
/** Retries the first message now and returns its result. The schedule is unchanged. */
export const retryNow = defineUpdate<DeliveryState>(updates.retryNow);
/** Discards the messages and returns their number. */
export const discard = defineUpdate<{ discardedCount: number }, [DiscardRequest]>(updates.discard);

/** Refuses updates of an ended workflow. */
export function assertNotEnded({ doing }: Pick<DeliveryState, 'doing'>): void {
  assert(doing !== 'ended', 'no messages are left');
}

/** Requires a reason, since the history documents it. */
export function assertDiscardRequest(request: DiscardRequest | undefined, state: Pick<DeliveryState, 'doing'>): void {
  const reason: unknown = request?.reason;
  assert(typeof reason === 'string' && reason.trim() !== '', 'reason must not be empty: { "reason": "…" }');
  assert(reason.length <= MAX_REASON, `reason must have at most ${MAX_REASON} characters`);
  assertNotEnded(state);
}

function assert(isTrue: boolean, message: string): asserts isTrue {
  if (!isTrue) throw ApplicationFailure.nonRetryable(message, 'InvalidRequest');
}
