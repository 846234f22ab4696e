import { ApplicationFailure, defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { DiscardReason, QueueRef, QueueSnapshot, QueueStatus } from '../../domain/webhook/queue';
import { signals, updates } from '../../domain/workflow-messages';

/** The queue that a delivery workflow drives. */
export type DeliveryInput = QueueRef;

/** What the workflow answers to the query `state` and to `retryNow`. */
export interface DeliveryState {
  doing: 'looking' | 'waiting' | 'sending' | 'ended';
  /** The first message of the queue and what was tried; null when nothing is in trouble. */
  snapshot: QueueSnapshot | null;
  /** ISO 8601. */
  nextAttemptAt: string | null;
}

/** An operator's decision to give up what waits. */
export interface DiscardRequest {
  /** Why, in his words; kept in the history. */
  reason: string;
}

/** What the workflow needs of the world. Each is harmless when repeated. */
export interface WebhookActivities {
  /** Tells where the queue stands by the record. */
  readQueueStatus(queue: QueueRef): Promise<QueueStatus>;
  /** Sends what waits, until something is not taken or a batch's time is over, and tells where the queue then stands. */
  deliverQueue(queue: QueueRef): Promise<QueueStatus>;
  /** Gives up what waits. @returns how many messages */
  discardQueue(request: QueueRef & { reason: DiscardReason }): Promise<number>;
}

const MAX_REASON = 200;

export const queueChanged = defineSignal(signals.queueChanged);
export const stateQuery = defineQuery<DeliveryState>('state');
/** Tries the first message now; answers when that was tried. The timetable stays. */
export const retryNow = defineUpdate<DeliveryState>(updates.retryNow);
/** Gives up what waits; answers with the number of messages. */
export const discard = defineUpdate<{ discardedCount: number }, [DiscardRequest]>(updates.discard);

/** Refuses updates that come when nothing is left to decide. */
export function assertNotEnded({ doing }: Pick<DeliveryState, 'doing'>): void {
  assert(doing !== 'ended', 'nothing waits any more');
}

/** Refuses to discard without a reason: the history is where others will look for it. */
export function assertDiscardRequest(request: DiscardRequest | undefined, state: Pick<DeliveryState, 'doing'>): void {
  const reason: unknown = request?.reason;
  assert(typeof reason === 'string' && reason.trim() !== '', 'reason must say why: { "reason": "…" }');
  assert(reason.length <= MAX_REASON, `reason must have at most ${MAX_REASON} characters`);
  assertNotEnded(state);
}

function assert(isTrue: boolean, message: string): asserts isTrue {
  if (!isTrue) throw ApplicationFailure.nonRetryable(message, 'InvalidRequest');
}
