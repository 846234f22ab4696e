import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Refusal } from '../../domain/errors/refusal';
import { getNetwork } from './client-address';

/** Says where a request comes from; asked for only where it matters. */
export type AddressOf = () => string | undefined;

const WINDOW_SECONDS = 60;
/** Lookups a second that are left to all who come from addresses that guess: a new key of theirs gets in all the same. */
const LOOKUPS_OF_GUESSERS = 20;

/**
 * Slows down who sends wrong keys and tokens: beyond so many a minute an address hears 429, and the record is hardly asked any more
 * whether one of them is right. Who has been recognised lately is not affected, not even at the same address.
 */
export class FailedAuthLimiter {
  private readonly wrong = counter(WINDOW_SECONDS);
  private readonly lookups = counter(1);

  /** @param perMinute from one address; of IPv6 from one network of a customer (/64) */
  constructor(private readonly perMinute = Infinity) {}

  /**
   * Before a bearer value that nobody knows is looked up. @param isThere tells without a lookup of its own that a value is right
   * @throws Refusal tooManyRequests
   */
  async assertMayBeLookedUp(addressOf: AddressOf, isThere?: () => Promise<boolean>): Promise<void> {
    if (this.perMinute === Infinity) return;
    const found = await this.wrong.get(getNetwork(addressOf()));
    if (!found || found.consumedPoints < this.perMinute || (await isThere?.())) return;
    const { consumedPoints } = await this.lookups.consume('all');
    if (consumedPoints > LOOKUPS_OF_GUESSERS) throw tooMany(1_000);
  }

  /** After it was wrong. @throws Refusal tooManyRequests */
  async note(addressOf: AddressOf): Promise<void> {
    if (this.perMinute === Infinity) return;
    const { consumedPoints, msBeforeNext } = await this.wrong.consume(getNetwork(addressOf()));
    if (consumedPoints > this.perMinute) throw tooMany(msBeforeNext);
  }
}

/** Counts only: who asks compares with the limit, which is not the same for all. */
export function counter(seconds: number): RateLimiterMemory {
  return new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: seconds });
}

function tooMany(waitMs: number): Refusal {
  return new Refusal('tooManyRequests', 'too many wrong keys', { retryAfterSeconds: inSeconds(waitMs) });
}

/** `Retry-After` knows whole seconds, and 0 would say at once. */
export function inSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1_000));
}
