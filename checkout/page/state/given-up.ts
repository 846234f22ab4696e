import { describeOutcome, type FinalOutcome } from '../outcomes';
import { keepSession, type KeptSession } from '../session';
import type { TrackedAttempt } from './progress';

/** The attempt that this tab gives up to pay in another way; a reload does not show it as pending. */
export class GivenUp {
  constructor(private readonly kept: KeptSession | undefined) {}

  isIt(attemptID: string | undefined): boolean {
    return attemptID !== undefined && this.kept?.session.givenUp === attemptID;
  }

  note(attemptID: string): void {
    this.keep({ givenUp: attemptID });
  }

  forget(): void {
    this.keep({ givenUp: undefined });
  }

  getOutcome({ id, code }: TrackedAttempt): FinalOutcome {
    if (this.isIt(id)) return 'abandoned';
    return code === 'cancelled' ? 'cancelledPayment' : describeOutcome(code);
  }

  private keep(part: { givenUp: string | undefined }): void {
    if (!this.kept) return;
    Object.assign(this.kept.session, part);
    keepSession(this.kept);
  }
}
