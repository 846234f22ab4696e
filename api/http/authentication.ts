import { findApiKey } from '../../store/api-key/api-key.queries';
import { isApiKey } from '../../store/api-key/api-key.secret';
import { readAccessToken } from '../../store/access-token/access-tokens';
import type { Store } from '../../store/store';
import type { Caller, Operator } from './context';

/** Finds out who sent a bearer value, of those that an API is for. */
export interface Authentication {
  /** @returns undefined for a value that is no key and no token of ours, is revoked or over */
  identify(authorization: string | undefined): Promise<Caller | Operator | undefined>;
}

/** For how long a key that was found is taken for good: a revoked one works no longer than this. */
const KEY_CACHE_MS = 5_000;
const KEY_CACHE_SIZE = 1_000;

/** Finds out which party sent a bearer value. Keys are remembered for seconds, so that not every request asks the database. */
export class Authenticator implements Authentication {
  private readonly keys = new Map<string, { caller: Caller; until: number }>();

  constructor(
    private readonly store: Store,
    private readonly signingKey: Uint8Array,
  ) {}

  async identify(authorization: string | undefined): Promise<Caller | undefined> {
    const bearer = bearerOf(authorization);
    if (!bearer) return undefined;
    return isApiKey(bearer) ? this.byKey(bearer) : this.byToken(bearer);
  }

  private async byKey(secret: string): Promise<Caller | undefined> {
    const now = Date.now();
    const known = this.keys.get(secret);
    if (known && known.until > now) return known.caller;
    this.keys.delete(secret);
    const key = await findApiKey(this.store.database, secret);
    if (!key) return undefined;
    const caller: Caller = { kind: 'apiKey', partyID: key.partyID, keyID: key.id };
    if (this.keys.size >= KEY_CACHE_SIZE) this.keys.clear();
    this.keys.set(secret, { caller, until: now + KEY_CACHE_MS });
    return caller;
  }

  private async byToken(token: string): Promise<Caller | undefined> {
    const scope = await readAccessToken(token, this.signingKey);
    return scope && { kind: 'accessToken', partyID: scope.partyID, scope };
  }
}

/** The value that a request bears, if any. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1];
}
