import type { Outcome } from '../outcomes';
import { randomId } from '../random-id';
import { keepSession, type KeptSession } from '../session';
import { attemptUnder, type Attempt, type Progress } from './progress';
import type { Requested } from './request-attempt';

/** The attempt that this tab has asked for last, and of which end its payer knows. */
export class OwnAttempt {
  private takenID: string | undefined;
  /** Taken, or perhaps taken unheard, and not told to be over. */
  private askedID: string | undefined;
  /** The attempt whose end the payer was told, or was told something newer than. */
  private shownEndOf: string | undefined;

  noteRequest(attemptID: string, { problem, mayBeTaken }: Requested): void {
    if (mayBeTaken) this.askedID = attemptID;
    if (!problem) this.takenID = attemptID;
  }

  /** Whether the platform has taken it, and no event tells of it yet. */
  isToCome(progress: Progress): boolean {
    return this.takenID !== undefined && !attemptUnder(this.takenID, progress);
  }

  /** Whether money may be moving of which nobody has told how it ended. */
  isEndUnknown(progress: Progress): boolean {
    const isUntold = this.askedID !== undefined && !attemptUnder(this.askedID, progress);
    return isUntold || progress.attempts.some(({ status }) => status === 'pending');
  }

  /** Notes what the payer is told now. Whether it is the end of what this tab has asked for: once. */
  noteShown(progress: Progress): boolean {
    this.shownEndOf = progress.attempts.at(-1)?.id;
    const isOver = this.askedID !== undefined && attemptUnder(this.askedID, progress)?.status === 'failed';
    if (isOver) this.askedID = undefined;
    return isOver;
  }

  isShown(last: Attempt | undefined): boolean {
    return last?.id === this.shownEndOf;
  }

  /** Whether the events tell more than the answer to the request: they are the truth, whatever became of it. */
  isToldBetter(problem: Outcome, attemptID: string, progress: Progress): boolean {
    const last = progress.attempts.at(-1);
    if (progress.status !== 'open' || attemptUnder(attemptID, progress)) return true;
    // Refused for an attempt of another tab: how that has ended is the answer.
    return last !== undefined && (last.status !== 'failed' || (problem === 'underWay' && !this.isShown(last)));
  }
}

/** An attempt that has failed needs its id no more: the next one is another. A copy of the tab may have made more since. */
export function renewAttemptID(kept: KeptSession | undefined, progress: Progress): void {
  if (!kept || attemptUnder(kept.session.attemptID, progress)?.status !== 'failed') return;
  kept.session.attemptID = randomId();
  keepSession(kept);
}
