import { hashSecret } from '../../store/api-key/api-key.secret';
import { findOperatorKey, listOperatorKeyHashes } from '../../store/operator-key/operator-key.queries';
import type { Store } from '../../store/store';
import { readBearerToken, type Authentication } from '../http/authentication';
import type { Operator } from '../http/context';
import { type FailedAuthLimiter, type AddressOf } from '../http/failed-auth-limiter';

/** Their keys are few: all hashes are read at most so often, however many guess. */
const HASHES_MS = 1_000;

/** Finds out which operator sent a bearer value. Asked for each request: they are few, and a revoked key ends at once. */
export class OperatorAuthenticator implements Authentication {
  private hashes = { until: -Infinity, read: Promise.resolve<ReadonlySet<string>>(new Set()) };

  constructor(
    private readonly store: Store,
    private readonly wrongKeys: FailedAuthLimiter,
  ) {}

  async identify(authorization: string | undefined, addressOf: AddressOf): Promise<Operator | undefined> {
    const bearer = readBearerToken(authorization);
    if (!bearer) return undefined;
    await this.wrongKeys.assertMayBeLookedUp(addressOf, async () => this.isThere(bearer));
    const key = await findOperatorKey(this.store.database, bearer);
    if (!key) await this.wrongKeys.note(addressOf);
    return key && { kind: 'operatorKey', keyID: key.id, name: key.name };
  }

  /** Whether a key waits behind nobody who guesses at its address. It is looked up all the same. */
  private async isThere(bearer: string): Promise<boolean> {
    const now = performance.now();
    if (now >= this.hashes.until) {
      this.hashes = { until: now + HASHES_MS, read: listOperatorKeyHashes(this.store.database) };
    }
    return (await this.hashes.read).has(hashSecret(bearer).toString('base64'));
  }
}
