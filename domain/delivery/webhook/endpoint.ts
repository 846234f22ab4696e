/** The failing subjects of a webhook, by the workflow that retries them. */
export interface FailingQueueCount {
  /** Retried by workflows of their own. */
  retryingCount: number;
  /** Retried by the endpoint's workflow in batches. */
  batchedCount: number;
}

/**
 * Whether a batched endpoint returns its subjects to workflows of their own: at half the number at which they were merged,
 * which prevents flapping.
 */
export function shouldSplit({ retryingCount, batchedCount }: FailingQueueCount, maxWorkflows: number): boolean {
  return retryingCount + batchedCount <= maxWorkflows / 2;
}

/** A failing endpoint as its workflow sees it. */
export interface EndpointSnapshot {
  /** The endpoint without its path, as operators may see it. */
  host: string;
  partyID: string;
  /** Subjects with undelivered messages. */
  subjectCount: number;
  /** Subjects whose attempt is due, oldest first. */
  dueCount: number;
  /** When the earliest attempt is or was due: ISO 8601. */
  nextAttemptAt: string;
}

/** The state that an endpoint's workflow acts on. */
export type EndpointStatus =
  /** No messages, every subject has a workflow of its own, or the webhook is paused. */
  { kind: 'gone'; isPaused?: true } | { kind: 'webhookDeleted' } | { kind: 'waiting'; snapshot: EndpointSnapshot };

/** The result of a batch of attempts. */
export interface EndpointBatch {
  /** Messages sent, and those accepted. */
  attemptCount: number;
  deliveredCount: number;
  status: EndpointStatus;
}
