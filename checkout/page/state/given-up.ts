import { describeOutcome, type Outcome } from '../outcomes';
import { keepSession, type KeptSession } from '../session';
import type { Attempt } from './progress';

/** The attempt that the payer of this tab gives up to pay in another way: also after a reload it is not shown as if it went on. */
export class GivenUp {
  constructor(private readonly kept: KeptSession | undefined) {}

  isIt(attemptID: string | undefined): boolean {
    return attemptID !== undefined && this.kept?.session.givenUp === attemptID;
  }

  note(attemptID: string): void {
    this.keep({ givenUp: attemptID });
  }

  /** The platform has not taken the wish. */
  forget(): void {
    this.keep({ givenUp: undefined });
  }

  /** How an attempt ended that did not succeed. */
  getOutcome({ id, code }: Attempt): Outcome {
    if (this.isIt(id)) return 'abandoned';
    return code === 'cancelled' ? 'cancelledPayment' : describeOutcome(code);
  }

  private keep(part: { givenUp: string | undefined }): void {
    if (!this.kept) return;
    Object.assign(this.kept.session, part);
    keepSession(this.kept);
  }
}
