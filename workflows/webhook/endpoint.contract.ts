import { defineQuery } from '@temporalio/workflow';
import type { EndpointBatch, EndpointSnapshot, EndpointStatus } from '../../domain/webhook/endpoint';

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

/** Idempotent activities of endpoint workflows. */
export interface EndpointActivities {
  /** Merges or splits the endpoint's queues by their number and returns its status. */
  rebalanceEndpoint(endpoint: EndpointInput): Promise<EndpointStatus>;
  /** Attempts due subjects, oldest first, within the batch's time. */
  attemptDue(endpoint: EndpointInput): Promise<EndpointBatch>;
  /** Discards the messages of a deleted webhook, by the database. */
  discardBatched(endpoint: EndpointInput): Promise<number>;
}

export const endpointStateQuery = defineQuery<EndpointState>('state');
