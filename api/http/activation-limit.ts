import { Refusal } from '../../domain/platform/errors/refusal';
import { createCounter, toSeconds } from './failed-auth-limiter';

const MAX_ACTIVATIONS = 60;
const WINDOW_SECONDS = 600;

/**
 * Limits how often a party activates itself and its shops, because each change appends to the global audit chain, which is
 * kept forever and serialises its writers (decision 54). Suspending is unlimited, so that a merchant under attack never waits.
 */
export class ActivationLimit {
  private readonly perParty = createCounter(WINDOW_SECONDS);

  /** Counts an activation that changes something. @throws Refusal tooManyRequests */
  async count(partyID: string): Promise<void> {
    const { consumedPoints, msBeforeNext } = await this.perParty.consume(partyID);
    if (consumedPoints <= MAX_ACTIVATIONS) return;
    const words = `a party and its shops are activated at most ${MAX_ACTIVATIONS} times in ${WINDOW_SECONDS / 60} minutes`;
    throw new Refusal('tooManyRequests', words, { retryAfterSeconds: toSeconds(msBeforeNext) });
  }
}
