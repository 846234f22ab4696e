import { ApplicationFailure } from '@temporalio/activity';
import type { Attempt } from './operation';

/** How long one request to a connector may take, and the first attempt of a step with all its requests. */
export const CONNECTOR_TIMEOUT_MS = 6_000;

/** An ordinary activity may take longer than a local one: as long as so many requests. */
const REQUESTS_OF_A_REPETITION = 4;

/**
 * The time that one attempt of a step may spend at its connector: 6 s of the 8 s of a local activity, 24 s of the minute of an
 * ordinary one, so that what was answered is still recorded within the activity's own timeout.
 */
export class StepDeadline {
  private readonly endsAtMs: number;

  constructor(
    attempt: Attempt,
    private readonly requestTimeoutMs = CONNECTOR_TIMEOUT_MS,
  ) {
    const requests = attempt === 'first' ? 1 : REQUESTS_OF_A_REPETITION;
    this.endsAtMs = performance.now() + requests * requestTimeoutMs;
  }

  /** The timeout of the next request. @throws a retryable failure when no time is left: the request is not sent */
  nextTimeoutMs(): number {
    const leftMs = Math.floor(this.endsAtMs - performance.now());
    if (leftMs > 0) return Math.min(leftMs, this.requestTimeoutMs);
    throw ApplicationFailure.retryable('the connector took too long', 'OutcomeUnknown');
  }
}
