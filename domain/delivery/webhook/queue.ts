/** A queue: the messages of one subject for one webhook. */
export interface QueueRef {
  webhookID: string;
  subject: string;
}

/** Names an attempt to deliver a message. */
export interface AttemptRef {
  webhookID: string;
  eventID: bigint;
  number: number;
}

/** Why messages were discarded. */
export type DiscardReason = 'retriesEnded' | 'operator' | 'webhookDeleted';

/** A failing queue as its workflow sees it. */
export interface QueueSnapshot {
  /** The endpoint without its path, as operators may see it. */
  host: string;
  partyID: string;
  eventID: string;
  attemptCount: number;
  waitingCount: number;
  firstAttemptAt: string;
  lastAttemptAt: string;
  /** The last response's status, or the reason of a missing response. */
  lastOutcome: string;
}

/** The state that a queue's workflow acts on. */
export type QueueStatus =
  /**
   * No retries by this workflow: the dispatcher or the endpoint's workflow has the queue, it is empty, the webhook is
   * paused, or the messages were discarded.
   */
  | { kind: 'gone'; isBatched?: true; isPaused?: true; isDiscarded?: true }
  | { kind: 'webhookDeleted' }
  /** The first message is due: it was not tried yet, or was released. */
  | { kind: 'due' }
  | { kind: 'retrying'; snapshot: QueueSnapshot };
