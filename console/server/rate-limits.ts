import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ConsoleRefusal } from './refusal';

/** Fewer than the API tolerates of wrong keys, so that it never locks out the console. */
const MAX_FAILED_SIGN_INS_PER_MINUTE = 10;
const MAX_REQUESTS_PER_SECOND = 50;

const signIns = (): RateLimiterMemory =>
  new RateLimiterMemory({ points: MAX_FAILED_SIGN_INS_PER_MINUTE, duration: 60 });
const requests = (): RateLimiterMemory => new RateLimiterMemory({ points: MAX_REQUESTS_PER_SECOND, duration: 1 });

/** Counts the failed sign-ins of an address or the requests of a session, in memory. */
export class RateLimit {
  private readonly limiter: RateLimiterMemory;

  constructor(kind: 'signIns' | 'requests') {
    this.limiter = kind === 'signIns' ? signIns() : requests();
  }

  /** Takes one back: people who sign in with valid keys are not limited, however many share an address. */
  async forgive(name: string): Promise<void> {
    await this.limiter.reward(name, 1);
  }

  /** @throws ConsoleRefusal tooManyRequests */
  async count(name: string): Promise<void> {
    try {
      await this.limiter.consume(name);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
      throw new ConsoleRefusal(429, 'tooManyRequests', `too many requests, retry in ${seconds} s`, seconds);
    }
  }
}
