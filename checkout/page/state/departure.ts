import { keepSession, type KeptSession } from '../session';

/** So long after the payer's return a bank's answer may take to arrive. */
const ANSWER_TIME_MS = 15_000;

/** Where a payer is sent to, and that he comes back: nobody is taken twice to the page of a bank that he has just left. */
export class Departure {
  private returnedFrom: { attemptID: string; untilMs: number } | undefined;

  constructor(private readonly kept: KeptSession | undefined) {}

  /** Whether the payer may be taken to another page without pressing a button: once for a payment. */
  mayLeaveFor(attemptID: string): boolean {
    return this.kept?.session.leftFor !== attemptID;
  }

  /** The window goes to the page of a bank or a service. */
  leaveFor(attemptID: string): void {
    if (!this.kept) return;
    this.kept.session.leftFor = attemptID;
    keepSession(this.kept);
  }

  /** The payer is back: what was asked is not asked again while the bank passes its answer on. */
  returnFrom(attemptID: string): void {
    this.returnedFrom = { attemptID, untilMs: performance.now() + ANSWER_TIME_MS };
  }

  /** The page begins anew, perhaps because the payer is back in the whole window. */
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
