import { findOperatorKey } from '../../store/operator-key/operator-key.queries';
import type { Store } from '../../store/store';
import { bearerOf, type Authentication } from '../http/authentication';
import type { Operator } from '../http/context';
import { type WrongKeys, type AddressOf } from '../http/wrong-keys';

/** Finds out which operator sent a bearer value. Asked for each request: they are few, and a revoked key ends at once. */
export class OperatorAuthenticator implements Authentication {
  constructor(
    private readonly store: Store,
    private readonly wrongKeys: WrongKeys,
  ) {}

  async identify(authorization: string | undefined, addressOf: AddressOf): Promise<Operator | undefined> {
    const bearer = bearerOf(authorization);
    if (!bearer) return undefined;
    await this.wrongKeys.assertMayBeLookedUp(addressOf);
    const key = await findOperatorKey(this.store.database, bearer);
    if (!key) await this.wrongKeys.note(addressOf);
    return key && { kind: 'operatorKey', keyID: key.id, name: key.name };
  }
}
