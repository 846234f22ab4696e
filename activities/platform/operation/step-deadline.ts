import { ApplicationFailure } from '@temporalio/activity';
import type { OperationAttempt } from './operation';

/** Timeout of one request to a connector, and of the whole first attempt of a step. */
export const CONNECTOR_TIMEOUT_MS = 6_000;

/** A request that is limited further may take this long. */
const MIN_REQUEST_MS = 1_000;

/** An ordinary activity may take this many requests. */
const MAX_RETRY_REQUESTS = 4;

/**
 * The time budget of a step for connector calls: 6 s of a local activity's 8 s, 24 s of an ordinary one's minute, which
 * leaves time to record the result.
 */
export class StepDeadline {
  private readonly endsAtMs: number;
  private requestsEndAtMs = Infinity;

  constructor(
    attempt: OperationAttempt,
    private readonly requestTimeoutMs = CONNECTOR_TIMEOUT_MS,
  ) {
    const requests = attempt === 'first' ? 1 : MAX_RETRY_REQUESTS;
    this.endsAtMs = performance.now() + requests * requestTimeoutMs;
  }

  /** Lets the requests from now on end within a time; `Infinity` ends the limit. */
  limitRequests(ms: number): void {
    this.requestsEndAtMs = performance.now() + Math.max(ms, MIN_REQUEST_MS);
  }

  /** Returns the timeout of the next request. @throws a retryable failure if no time is left */
  nextTimeoutMs(): number {
    const leftMs = Math.floor(Math.min(this.endsAtMs, this.requestsEndAtMs) - performance.now());
    if (leftMs > 0) return Math.min(leftMs, this.requestTimeoutMs);
    throw ApplicationFailure.retryable('the connector took too long', 'OutcomeUnknown');
  }
}
