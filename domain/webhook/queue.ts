/** One queue: the messages about one subject for one webhook. */
export interface QueueRef {
  webhookID: string;
  subject: string;
}

/** Why messages are not sent any more. */
export type DiscardReason = 'retriesEnded' | 'operator' | 'webhookDeleted';

/** A queue in trouble as its workflow sees it. */
export interface QueueSnapshot {
  /** The endpoint without its path: what an operator may see. */
  host: string;
  partyID: string;
  eventID: string;
  attemptCount: number;
  waitingCount: number;
  /** Both ISO 8601. */
  firstAttemptAt: string;
  lastAttemptAt: string;
  /** The status of the last answer, or why there was none. */
  lastOutcome: string;
}

/** What the workflow of a queue has to know. */
export type QueueStatus =
  /**
   * The dispatcher has it, nothing waits, or the endpoint's workflow attempts it with the others; the webhook was paused, or what
   * waited was discarded.
   */
  | { kind: 'gone'; isBatched?: true; isPaused?: true; isDiscarded?: true }
  | { kind: 'webhookDeleted' }
  /** The first message is due: it was not tried since it came to the head, or was put back. */
  | { kind: 'due' }
  | { kind: 'retrying'; snapshot: QueueSnapshot };
