import { keepSession, type KeptSession } from '../session';

/** How long the bank's result may take to arrive after the payer's return. */
const ANSWER_TIME_MS = 15_000;

export class Departure {
  private returnedFrom: { attemptID: string; untilMs: number } | undefined;

  constructor(private readonly kept: KeptSession | undefined) {}

  /** Whether the page may navigate without a click: once per payment. */
  mayLeaveFor(attemptID: string): boolean {
    return this.kept?.session.leftFor !== attemptID;
  }

  leaveFor(attemptID: string): void {
    if (!this.kept) return;
    this.kept.session.leftFor = attemptID;
    keepSession(this.kept);
  }

  /** The payer is back: the page does not repeat the interaction while the bank's result is on its way. */
  returnFrom(attemptID: string): void {
    this.returnedFrom = { attemptID, untilMs: performance.now() + ANSWER_TIME_MS };
  }

  /** The page was loaded again, perhaps because the payer returned. */
  resume(attemptID: string | undefined): void {
    if (!this.kept?.session.isBack) return;
    delete this.kept.session.isBack;
    keepSession(this.kept);
    if (attemptID !== undefined) this.returnFrom(attemptID);
  }

  isReturningFrom(attemptID: string): boolean {
    return this.returnedFrom?.attemptID === attemptID && performance.now() < this.returnedFrom.untilMs;
  }
}
