import type { FinalOutcome } from '../outcomes';
import { randomId } from '../random-id';
import { keepSession, type KeptSession } from '../session';
import { findAttempt, type TrackedAttempt, type Progress } from './progress';
import type { Requested } from './request-attempt';

/** The last attempt of this tab, and the last one whose end its payer saw. */
export class OwnAttempt {
  private acceptedID: string | undefined;
  /** Accepted, or perhaps accepted with a lost response, and not known to have ended. */
  private requestedID: string | undefined;
  /** The latest attempt whose end the payer saw. */
  private shownResultOf: string | undefined;

  noteRequest(attemptID: string, { problem, mayBeTaken }: Requested): void {
    if (mayBeTaken) this.requestedID = attemptID;
    if (!problem) this.acceptedID = attemptID;
  }

  isAwaitingEvents(progress: Progress): boolean {
    return this.acceptedID !== undefined && !findAttempt(this.acceptedID, progress);
  }

  isResultUnknown(progress: Progress): boolean {
    const isUnreported = this.requestedID !== undefined && !findAttempt(this.requestedID, progress);
    return isUnreported || progress.attempts.some(({ status }) => status === 'pending');
  }

  /** Marks the current state as shown. Returns, once, whether it is the end of this tab's attempt. */
  markShown(progress: Progress): boolean {
    this.shownResultOf = progress.attempts.at(-1)?.id;
    const isOver = this.requestedID !== undefined && findAttempt(this.requestedID, progress)?.status === 'failed';
    if (isOver) this.requestedID = undefined;
    return isOver;
  }

  isShown(last: TrackedAttempt | undefined): boolean {
    return last?.id === this.shownResultOf;
  }

  /** Whether events say more about the attempt than the failed request. */
  hasNewerEvents(problem: FinalOutcome, attemptID: string, progress: Progress): boolean {
    const last = progress.attempts.at(-1);
    if (progress.status !== 'open' || findAttempt(attemptID, progress)) return true;
    // The request was rejected because of another tab's attempt, whose result counts.
    return last !== undefined && (last.status !== 'failed' || (problem === 'underWay' && !this.isShown(last)));
  }
}

/** Replaces the external id after a failed attempt. A copy of the tab may have added more attempts. */
export function renewAttemptID(kept: KeptSession | undefined, progress: Progress): void {
  if (!kept || findAttempt(kept.session.attemptID, progress)?.status !== 'failed') return;
  kept.session.attemptID = randomId();
  keepSession(kept);
}
