import { findApiKeyByHash } from '../../store/api-key/api-key.queries';
import { hashSecret, isApiKey } from '../../store/api-key/api-key.secret';
import type { KeyUse } from '../../store/api-key/api-key.use';
import { readAccessToken } from '../../store/access-token/access-tokens';
import type { Store } from '../../store/store';
import type { Caller, Operator } from './context';
import { type FailedAuthLimiter, type AddressOf } from './failed-auth-limiter';
import type { KeyRing } from '../../store/secrets/key-ring';

/** Finds out who sent a bearer value, of those that an API is for. */
export interface Authentication {
  /**
   * @returns undefined for a value that is no key and no token of ours, is revoked or over
   * @throws Refusal tooManyRequests from where many wrong ones came
   */
  identify(authorization: string | undefined, addressOf: AddressOf): Promise<Caller | Operator | undefined>;
}

/** For how long a key that was found is taken for good: a revoked one works no longer than this. */
const KEY_CACHE_MS = 5_000;
const KEY_CACHE_SIZE = 10_000;

/** Finds out which party sent a bearer value. Keys are remembered for seconds, so that not every request asks the database. */
export class Authenticator implements Authentication {
  /** By their hashes: neither memory nor the time of a comparison tells anything of a key. */
  private readonly keys = new Map<string, { caller: Caller & { kind: 'apiKey' }; until: number }>();

  constructor(
    private readonly store: Store,
    private readonly given: { signingKeys: KeyRing; keyUse: KeyUse; wrongKeys: FailedAuthLimiter },
  ) {}

  async identify(authorization: string | undefined, addressOf: AddressOf): Promise<Caller | undefined> {
    const bearer = readBearerToken(authorization);
    if (!bearer) return undefined;
    const caller = isApiKey(bearer) ? await this.byKey(bearer, addressOf) : await this.byToken(bearer);
    if (!caller) await this.given.wrongKeys.note(addressOf);
    return caller;
  }

  private async byKey(secret: string, addressOf: AddressOf): Promise<Caller | undefined> {
    const hash = hashSecret(secret);
    const name = hash.toString('base64');
    const known = this.keys.get(name);
    const caller = known && known.until > Date.now() ? known.caller : await this.look(hash, name, addressOf);
    if (caller) this.given.keyUse.record(caller.keyID, 'used');
    return caller;
  }

  private async look(hash: Buffer, name: string, addressOf: AddressOf) {
    if (!this.keys.has(name)) await this.given.wrongKeys.assertMayBeLookedUp(addressOf);
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
    const scope = await readAccessToken(token, this.given.signingKeys);
    return scope && { kind: 'accessToken', partyID: scope.partyID, scope };
  }
}

/** The value that a request bears, if any. */
export function readBearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1];
}
