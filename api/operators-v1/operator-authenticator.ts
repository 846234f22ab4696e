import { hashSecret } from '../../security/api-key-secret';
import { findOperatorKey, listOperatorKeyHashes } from '../../store/operator-key/operator-key.queries';
import type { Store } from '../../store/store';
import { readBearerToken, type Authentication } from '../http/authentication';
import type { OperatorCaller } from '../http/context';
import { type FailedAuthLimiter, type GetAddress } from '../http/failed-auth-limiter';

/** How long the hashes of all keys are cached for throttled addresses. */
const CACHE_MS = 1_000;

/** Identifies operators. It looks up each request, so that a revoked key ends at once. */
export class OperatorAuthenticator implements Authentication {
  private hashes = { until: -Infinity, loaded: Promise.resolve<ReadonlySet<string>>(new Set()) };

  constructor(
    private readonly store: Store,
    private readonly failedAuth: FailedAuthLimiter,
  ) {}

  async identify(authorization: string | undefined, getAddress: GetAddress): Promise<OperatorCaller | undefined> {
    const bearer = readBearerToken(authorization);
    if (!bearer) return undefined;
    await this.failedAuth.assertLookupAllowed(getAddress, async () => this.isKnown(bearer));
    const key = await findOperatorKey(this.store.database, bearer);
    if (!key) await this.failedAuth.recordFailure(getAddress);
    return key && { kind: 'operator', operatorID: key.operatorID, name: key.operatorName, roles: key.roles };
  }

  /** Whether the key is valid and so exempt from throttling. */
  private async isKnown(bearer: string): Promise<boolean> {
    const now = performance.now();
    if (now >= this.hashes.until) {
      this.hashes = { until: now + CACHE_MS, loaded: listOperatorKeyHashes(this.store.database) };
    }
    return (await this.hashes.loaded).has(hashSecret(bearer).toString('base64'));
  }
}
