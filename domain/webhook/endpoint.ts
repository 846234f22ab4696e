/** How many subjects of a webhook are in trouble, by who attempts them. */
export interface FailingQueueCount {
  /** Each has its own workflow. */
  retryingCount: number;
  /** The endpoint's workflow attempts them in batches. */
  batchedCount: number;
}

/**
 * Whether the subjects of an endpoint that is attempted in batches go back to workflows of their own: at half of the number
 * from which they were taken over, so that an endpoint about that number does not go to and fro.
 */
export function shouldSplit({ retryingCount, batchedCount }: FailingQueueCount, maxWorkflows: number): boolean {
  return retryingCount + batchedCount <= maxWorkflows / 2;
}

/** An endpoint in trouble as its workflow sees it. */
export interface EndpointSnapshot {
  /** The endpoint without its path: what an operator may see. */
  host: string;
  partyID: string;
  /** Subjects of which something waits. */
  subjectCount: number;
  /** Those whose attempt is due; the oldest is attempted first. */
  dueCount: number;
  /** When the earliest attempt is due, or was: ISO 8601. */
  nextAttemptAt: string;
}

/** What the workflow of an endpoint has to know. */
export type EndpointStatus =
  /** Nothing waits, every subject has a workflow of its own, or the webhook was paused. */
  { kind: 'gone'; isPaused?: true } | { kind: 'webhookDeleted' } | { kind: 'waiting'; snapshot: EndpointSnapshot };

/** What a batch of attempts did, and where the endpoint stands after it. */
export interface EndpointBatch {
  /** Messages that were sent, and those of them that were taken. */
  attemptCount: number;
  deliveredCount: number;
  status: EndpointStatus;
}
