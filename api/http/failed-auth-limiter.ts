import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Refusal } from '../../domain/platform/errors/refusal';
import { getNetwork } from './client-address';

/** Resolves the client's address lazily. */
export type GetAddress = () => string | undefined;

const WINDOW_SECONDS = 60;
/** Lookups per second for all throttled addresses together, so that a valid new key still works there. */
const MAX_THROTTLED_LOOKUPS = 20;

/**
 * Throttles addresses that send wrong keys and tokens: beyond the limit they get 429, and lookups in the database become
 * rare. Recently identified callers are not affected, even at the same address.
 */
export class FailedAuthLimiter {
  private readonly failures = createCounter(WINDOW_SECONDS);
  private readonly lookups = createCounter(1);

  /** @param perMinute failures per address, for IPv6 per /64 network */
  constructor(private readonly perMinute = Infinity) {}

  /**
   * Is called before the lookup of an unknown bearer value.
   * @param isKnown tells from a cache whether the value is valid
   * @throws Refusal tooManyRequests
   */
  async assertLookupAllowed(getAddress: GetAddress, isKnown?: () => Promise<boolean>): Promise<void> {
    if (this.perMinute === Infinity) return;
    const found = await this.failures.get(getNetwork(getAddress()));
    if (!found || found.consumedPoints < this.perMinute || (await isKnown?.())) return;
    const { consumedPoints } = await this.lookups.consume('all');
    if (consumedPoints > MAX_THROTTLED_LOOKUPS) throw tooMany(1_000);
  }

  /** Is called after a failed lookup. @throws Refusal tooManyRequests */
  async recordFailure(getAddress: GetAddress): Promise<void> {
    if (this.perMinute === Infinity) return;
    const { consumedPoints, msBeforeNext } = await this.failures.consume(getNetwork(getAddress()));
    if (consumedPoints > this.perMinute) throw tooMany(msBeforeNext);
  }
}

/** Creates a counter without a limit of its own; callers compare with different limits. */
export function createCounter(seconds: number): RateLimiterMemory {
  return new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: seconds });
}

function tooMany(waitMs: number): Refusal {
  return new Refusal('tooManyRequests', 'too many wrong keys', { retryAfterSeconds: toSeconds(waitMs) });
}

/** Converts to whole seconds for `Retry-After`, at least one. */
export function toSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1_000));
}
