import type { Outcome } from '../outcomes';
import { randomId } from '../random-id';
import { keepSession, type KeptSession } from '../session';
import { attemptUnder, type Attempt, type Progress } from './progress';
import type { Requested } from './request-attempt';

/** The last attempt of this tab, and the last one whose end its payer saw. */
export class OwnAttempt {
  private takenID: string | undefined;
  /** Accepted, or perhaps accepted with a lost response, and not known to have ended. */
  private askedID: string | undefined;
  /** The latest attempt whose end the payer saw. */
  private shownEndOf: string | undefined;

  noteRequest(attemptID: string, { problem, mayBeTaken }: Requested): void {
    if (mayBeTaken) this.askedID = attemptID;
    if (!problem) this.takenID = attemptID;
  }

  isToCome(progress: Progress): boolean {
    return this.takenID !== undefined && !attemptUnder(this.takenID, progress);
  }

  isEndUnknown(progress: Progress): boolean {
    const isUntold = this.askedID !== undefined && !attemptUnder(this.askedID, progress);
    return isUntold || progress.attempts.some(({ status }) => status === 'pending');
  }

  /** Marks the current state as shown. Returns, once, whether it is the end of this tab's attempt. */
  noteShown(progress: Progress): boolean {
    this.shownEndOf = progress.attempts.at(-1)?.id;
    const isOver = this.askedID !== undefined && attemptUnder(this.askedID, progress)?.status === 'failed';
    if (isOver) this.askedID = undefined;
    return isOver;
  }

  isShown(last: Attempt | undefined): boolean {
    return last?.id === this.shownEndOf;
  }

  /** Whether events say more about the attempt than the failed request. */
  isToldBetter(problem: Outcome, attemptID: string, progress: Progress): boolean {
    const last = progress.attempts.at(-1);
    if (progress.status !== 'open' || attemptUnder(attemptID, progress)) return true;
    // The request was rejected because of another tab's attempt, whose result counts.
    return last !== undefined && (last.status !== 'failed' || (problem === 'underWay' && !this.isShown(last)));
  }
}

/** Replaces the external id after a failed attempt. A copy of the tab may have added more attempts. */
export function renewAttemptID(kept: KeptSession | undefined, progress: Progress): void {
  if (!kept || attemptUnder(kept.session.attemptID, progress)?.status !== 'failed') return;
  kept.session.attemptID = randomId();
  keepSession(kept);
}
