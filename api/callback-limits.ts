import type { Request, RequestHandler } from 'express';
import { clientAddress, getNetwork } from './http/client-address';
import { FailedAuthLimiter } from './http/failed-auth-limiter';
import type { RequestLimits } from './http/request-limits';

/** Limits bad callbacks as wrong keys, good ones of an account as requests of a key, and returns of payers by address. */
export class CallbackLimits {
  private readonly failures: FailedAuthLimiter;

  constructor(private readonly limits: RequestLimits | undefined) {
    this.failures = new FailedAuthLimiter(limits?.rates.WRONG_KEYS_PER_MINUTE);
  }

  /** Runs before the body is read. */
  readonly beforeCallback: RequestHandler = (request, _response, next) => {
    this.failures.assertLookupAllowed(() => getSender(request)).then(() => next(), next);
  };

  readonly beforeReturn: RequestHandler = (request, _response, next) => {
    this.countReturn(request).then(() => next(), next);
  };

  /** @throws Refusal tooManyRequests */
  async countReturn(request: Request): Promise<void> {
    await this.limits?.checkOpen(`returns ${getNetwork(clientAddress(request))}`);
  }

  /** @throws Refusal tooManyRequests */
  async recordRejected(request: Request): Promise<void> {
    await this.failures.recordFailure(() => getSender(request));
  }

  /** @throws Refusal tooManyRequests */
  async countAccepted(account: string): Promise<void> {
    await this.limits?.checkOpen(`account ${account}`, this.limits.rates.KEY_REQUESTS_PER_SECOND);
  }
}

/** Callbacks of one account from one address count together, so that those of a stranger do not delay the acquirer's. */
export function getSender(request: Request): string {
  return `callbacks ${request.params['account']} ${getNetwork(clientAddress(request))}`;
}
