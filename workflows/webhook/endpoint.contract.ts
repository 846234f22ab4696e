import { ApplicationFailure, defineQuery, defineUpdate } from '@temporalio/workflow';
import type { EndpointBatch, EndpointSnapshot, EndpointStatus } from '../../domain/webhook/endpoint';
import type { DiscardReason, QueueRef } from '../../domain/webhook/queue';
import { updates } from '../../domain/workflow-messages';
import type { DiscardRequest } from './delivery.contract';

/** The endpoint whose queues a workflow has attempted in batches. */
export interface EndpointInput {
  webhookID: string;
}

/** What the last batch of attempts did. */
export interface LastBatch {
  /** ISO 8601. */
  endedAt: string;
  attemptCount: number;
  deliveredCount: number;
}

/** What the workflow answers to the query `state`. */
export interface EndpointState {
  doing: 'looking' | 'waiting' | 'sending' | 'ended';
  /** Null when nothing waits. */
  snapshot: EndpointSnapshot | null;
  lastBatch: LastBatch | null;
}

/** One subject of the endpoint, or all of them. */
export interface SubjectChoice {
  subject?: string;
}

/** What `retryNow` answers: how many subjects were made due, and what became of the one that was named. */
export interface RetryOutcome {
  dueCount: number;
  /** Whether the named subject's messages were taken; null where all subjects were meant, or none is attempted here by that name. */
  isDelivered: boolean | null;
}

/** What the workflow needs of the world. Each is harmless when repeated. */
export interface EndpointActivities {
  /** Moves queues between the endpoint's workflow and their own as their number asks, and tells where the endpoint stands. */
  rebalanceEndpoint(endpoint: EndpointInput): Promise<EndpointStatus>;
  /** Attempts what is due, the oldest first, until nothing is or a batch's time is over. */
  attemptDue(endpoint: EndpointInput): Promise<EndpointBatch>;
  /** Attempts one subject now. @returns whether all of it was taken; null where it is not attempted here */
  attemptSubject(queue: QueueRef): Promise<boolean | null>;
  /** Makes every subject due. @returns how many were not */
  makeDue(endpoint: EndpointInput): Promise<number>;
  /** Gives up what waits, of one subject or of all. @returns how many messages */
  discardBatched(request: EndpointInput & SubjectChoice & { reason: DiscardReason }): Promise<number>;
}

export const endpointStateQuery = defineQuery<EndpointState>('state');
/** Makes every subject due at once, or attempts one and answers with what came of it. The timetable stays. */
export const retryEndpoint = defineUpdate<RetryOutcome, [SubjectChoice | undefined]>(updates.retryNow);
/** Gives up what waits of one subject or of all; answers with the number of messages. */
export const discardEndpoint = defineUpdate<{ discardedCount: number }, [DiscardRequest & SubjectChoice]>(
  updates.discard,
);

/** Refuses what is no choice of a subject. */
export function assertSubjectChoice(choice: SubjectChoice | undefined): void {
  const subject: unknown = choice?.subject;
  if (subject === undefined || (typeof subject === 'string' && subject !== '')) return;
  throw ApplicationFailure.nonRetryable('subject must name one subject: { "subject": "invoice/…" }', 'InvalidRequest');
}
