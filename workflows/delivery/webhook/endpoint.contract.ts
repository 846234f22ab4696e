import { defineQuery, defineUpdate } from '@temporalio/workflow';
import type { EndpointBatch, EndpointSnapshot, EndpointStatus } from '../../../domain/delivery/webhook/endpoint';
import type { QueueRef } from '../../../domain/delivery/webhook/queue';
import { updates } from '../../../workflow-names/workflow-messages';

/** Input of an endpoint workflow, which retries the endpoint's queues in batches. */
export interface EndpointInput {
  webhookID: string;
}

/** The result of the last batch. */
export interface LastBatch {
  /** ISO 8601. */
  endedAt: string;
  attemptCount: number;
  deliveredCount: number;
}

/** The result of the query `state`. */
export interface EndpointState {
  doing: 'looking' | 'waiting' | 'sending' | 'ended';
  /** Null without messages. */
  snapshot: EndpointSnapshot | null;
  lastBatch: LastBatch | null;
}

/** The selected subject, or all. */
export interface SubjectChoice {
  subject?: string;
}

/** The result of `retryNow`: subjects made due, and the result of a named one. */
export interface RetryOutcome {
  dueCount: number;
  /** Whether the named subject's messages were accepted; null for all subjects or for a subject that is not batched. */
  isDelivered: boolean | null;
}

/** Idempotent activities of endpoint workflows. */
export interface EndpointActivities {
  /** Merges or splits the endpoint's queues by their number and returns its status. */
  rebalanceEndpoint(endpoint: EndpointInput): Promise<EndpointStatus>;
  /** Attempts due subjects, oldest first, within the batch's time. */
  attemptDue(endpoint: EndpointInput): Promise<EndpointBatch>;
  /** Attempts nothing: histories of earlier versions contain it. */
  attemptSubject(queue: QueueRef): Promise<boolean | null>;
  /** Changes nothing: histories of earlier versions contain it. */
  makeDue(endpoint: EndpointInput): Promise<number>;
  /** Discards the messages of a deleted webhook, by the database. */
  discardBatched(endpoint: EndpointInput): Promise<number>;
}

export const endpointStateQuery = defineQuery<EndpointState>('state');
/** Is refused: histories of earlier versions contain it. */
export const retryEndpoint = defineUpdate<RetryOutcome, [SubjectChoice | undefined]>(updates.retryNow);
/** Is refused: histories of earlier versions contain it. */
export const discardEndpoint = defineUpdate<{ discardedCount: number }>(updates.discard);
