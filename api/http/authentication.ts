import { findApiKeyByHash } from '../../store/merchants/api-key/api-key.queries';
import { hashSecret, isApiKey } from '../../security/api-key-secret';
import type { KeyUse } from '../../store/merchants/api-key/api-key.use';
import { readAccessToken } from '../../security/access-tokens';
import type { Store } from '../../store/store';
import type { Caller, OperatorCaller } from './context';
import { type FailedAuthLimiter, type GetAddress } from './failed-auth-limiter';
import type { KeyRing } from '../../security/key-ring';

/** Identifies the callers of one API. */
export interface Authentication {
  /**
   * @returns undefined for a bearer value that is unknown, revoked or expired
   * @throws Refusal tooManyRequests after many failures from the address
   */
  identify(authorization: string | undefined, getAddress: GetAddress): Promise<Caller | OperatorCaller | undefined>;
}

/** How long a key is cached, and so how long a revoked one still works. */
const KEY_CACHE_MS = 5_000;
const KEY_CACHE_SIZE = 10_000;

/** Identifies parties by API keys, which it caches, and access tokens. */
export class Authenticator implements Authentication {
  /** By hash, so that neither memory nor timing reveals a key. */
  private readonly keys = new Map<string, { caller: Caller & { kind: 'apiKey' }; until: number }>();

  constructor(
    private readonly store: Store,
    private readonly options: { signingKeys: KeyRing; keyUse: KeyUse; failedAuth: FailedAuthLimiter },
  ) {}

  async identify(authorization: string | undefined, getAddress: GetAddress): Promise<Caller | undefined> {
    const bearer = readBearerToken(authorization);
    if (!bearer) return undefined;
    const caller = isApiKey(bearer) ? await this.byKey(bearer, getAddress) : await this.byToken(bearer);
    if (!caller) await this.options.failedAuth.recordFailure(getAddress);
    return caller;
  }

  private async byKey(secret: string, getAddress: GetAddress): Promise<Caller | undefined> {
    const hash = hashSecret(secret);
    const name = hash.toString('base64');
    const cached = this.keys.get(name);
    const caller = cached && cached.until > Date.now() ? cached.caller : await this.loadKey(hash, name, getAddress);
    if (caller) this.options.keyUse.record(caller.keyID, 'used');
    return caller;
  }

  private async loadKey(hash: Buffer, name: string, getAddress: GetAddress) {
    if (!this.keys.has(name)) await this.options.failedAuth.assertLookupAllowed(getAddress);
    const key = await findApiKeyByHash(this.store.database, hash);
    this.keys.delete(name);
    if (!key) return undefined;
    const caller = { kind: 'apiKey' as const, partyID: key.partyID, keyID: key.id, scopes: key.scopes };
    if (this.keys.size >= KEY_CACHE_SIZE) this.keys.clear();
    const until = Math.min(Date.now() + KEY_CACHE_MS, key.expiresAt?.getTime() ?? Infinity);
    this.keys.set(name, { caller, until });
    return caller;
  }

  private async byToken(token: string): Promise<Caller | undefined> {
    const scope = await readAccessToken(token, this.options.signingKeys);
    return scope && { kind: 'accessToken', partyID: scope.partyID, scope };
  }
}

/** The bearer value of an Authorization header. */
export function readBearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1];
}
