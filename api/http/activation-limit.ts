import { Refusal } from '../../domain/errors/refusal';
import { counter, inSeconds } from './failed-auth-limiter';

/** More than people activate, and few enough that the entries of the audit stay few. */
const MAX_ACTIVATIONS = 60;
const WINDOW_SECONDS = 600;

/**
 * How often a party may activate itself and its shops: each change is an entry of the one audit chain, which is never deleted
 * and which all actions queue for (decision 54). Suspending is not limited, so that a merchant under attack never waits:
 * what is suspended twice has been activated in between.
 */
export class ActivationLimit {
  private readonly ofParties = counter(WINDOW_SECONDS);

  /** Counts an activation that changes something. @throws Refusal tooManyRequests */
  async count(partyID: string): Promise<void> {
    const { consumedPoints, msBeforeNext } = await this.ofParties.consume(partyID);
    if (consumedPoints <= MAX_ACTIVATIONS) return;
    const words = `a party and its shops are activated at most ${MAX_ACTIVATIONS} times in ${WINDOW_SECONDS / 60} minutes`;
    throw new Refusal('tooManyRequests', words, { retryAfterSeconds: inSeconds(msBeforeNext) });
  }
}
