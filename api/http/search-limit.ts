import { Refusal } from '../../domain/platform/errors/refusal';
import { createCounter, toSeconds } from './failed-auth-limiter';

const MAX_SEARCHES = 60;
const WINDOW_SECONDS = 60;

/** Limits searches of an operator or a party, and an operator's reads of webhook messages: each reads personal data. */
export class SearchLimit {
  private readonly perReader = createCounter(WINDOW_SECONDS);

  /** @throws Refusal tooManyRequests */
  async count(readerID: string): Promise<void> {
    const { consumedPoints, msBeforeNext } = await this.perReader.consume(readerID);
    if (consumedPoints <= MAX_SEARCHES) return;
    const words = `searches and reads of messages: at most ${MAX_SEARCHES} times in ${WINDOW_SECONDS} seconds`;
    throw new Refusal('tooManyRequests', words, { retryAfterSeconds: toSeconds(msBeforeNext) });
  }
}
