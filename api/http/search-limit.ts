import { Refusal } from '../../domain/platform/errors/refusal';
import { createCounter, toSeconds } from './failed-auth-limiter';

const MAX_SEARCHES = 60;
const WINDOW_SECONDS = 60;

/** Limits an operator's searches and reads of webhook messages: each reads personal data and appends to the audit chain. */
export class SearchLimit {
  private readonly perOperator = createCounter(WINDOW_SECONDS);

  /** @throws Refusal tooManyRequests */
  async count(operatorID: string): Promise<void> {
    const { consumedPoints, msBeforeNext } = await this.perOperator.consume(operatorID);
    if (consumedPoints <= MAX_SEARCHES) return;
    const words = `an operator searches and reads messages at most ${MAX_SEARCHES} times in ${WINDOW_SECONDS} seconds`;
    throw new Refusal('tooManyRequests', words, { retryAfterSeconds: toSeconds(msBeforeNext) });
  }
}
