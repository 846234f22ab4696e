import { Refusal } from '../../domain/platform/errors/refusal';
import { hashSecret } from '../../security/api-key-secret';
import { OpenIdVerifier, ProviderUnavailable, type OpenIdSettings } from '../../security/openid-connect';
import type { Origin } from '../../store/platform/audit/origin';
import { isOperatorKey } from '../../store/operators/operator-key/operator-key.create';
import { findOperatorKey, listOperatorKeyHashes } from '../../store/operators/operator-key/operator-key.queries';
import type { OperatorsSeen } from '../../store/operators/operator/operator.seen';
import { signIn } from '../../store/operators/operator/operator.sign-in';
import { newId } from '../../store/id';
import type { Store } from '../../store/store';
import { readBearerToken, type Authentication } from '../http/authentication';
import type { OperatorCaller } from '../http/context';
import { type FailedAuthLimiter, type GetAddress } from '../http/failed-auth-limiter';

/** How long the hashes of all keys are cached for throttled addresses. */
const CACHE_MS = 1_000;

interface OperatorAuthentication {
  failedAuth: FailedAuthLimiter;
  seen: OperatorsSeen;
  /** Without an issuer operators have keys only. */
  openId?: OpenIdSettings | undefined;
}

/**
 * Identifies operators by their keys, or by access tokens of the OpenID Connect provider. It looks up each request, so that
 * a revoked key, a deactivated operator or a role that was taken away ends at once.
 */
export class OperatorAuthenticator implements Authentication {
  private hashes = { until: -Infinity, loaded: Promise.resolve<ReadonlySet<string>>(new Set()) };
  private readonly tokens: OpenIdVerifier | undefined;

  constructor(
    private readonly store: Store,
    private readonly options: OperatorAuthentication,
  ) {
    const { openId } = options;
    this.tokens = openId?.OIDC_ISSUER ? new OpenIdVerifier({ ...openId, OIDC_ISSUER: openId.OIDC_ISSUER }) : undefined;
  }

  async identify(authorization: string | undefined, getAddress: GetAddress): Promise<OperatorCaller | undefined> {
    const bearer = readBearerToken(authorization);
    if (!bearer) return undefined;
    const operator = isOperatorKey(bearer) ? await this.byKey(bearer, getAddress) : await this.byToken(bearer);
    if (operator) this.options.seen.record(operator.operatorID);
    else await this.options.failedAuth.recordFailure(getAddress);
    return operator;
  }

  private async byKey(bearer: string, getAddress: GetAddress): Promise<OperatorCaller | undefined> {
    await this.options.failedAuth.assertLookupAllowed(getAddress, async () => this.isKnown(bearer));
    const key = await findOperatorKey(this.store.database, bearer);
    if (!key) return undefined;
    const { id: keyID, operatorID, operatorName: name, roles } = key;
    return { kind: 'operator', operatorID, name, roles, keyID };
  }

  private async byToken(bearer: string): Promise<OperatorCaller | undefined> {
    const identity = await this.tokens?.verify(bearer).catch((error: unknown) => {
      if (!(error instanceof ProviderUnavailable)) throw error;
      throw new Refusal('temporarilyUnavailable', 'the OpenID Connect provider does not answer, retry later');
    });
    const operator = identity && (await signIn(this.store.database, identity, signInOrigin));
    if (!operator) return undefined;
    const { id: operatorID, name, roles } = operator;
    return { kind: 'operator', operatorID, name, roles, keyID: null };
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

/** The caller of a sign-in is the operator, whose groups the provider names. */
function signInOrigin(operatorID: string): Origin {
  const unnamed = { partyID: null, paymentID: null, status: null, isNoted: false };
  return { requestID: `sign-in/${newId()}`, operation: 'signIn', caller: `operator/${operatorID}`, ...unnamed };
}
