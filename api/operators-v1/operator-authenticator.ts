import { findOperatorKey } from '../../store/operator-key/operator-key.queries';
import type { Store } from '../../store/store';
import { bearerOf, type Authentication } from '../http/authentication';
import type { Operator } from '../http/context';

/** Finds out which operator sent a bearer value. Asked for each request: they are few, and a revoked key ends at once. */
export class OperatorAuthenticator implements Authentication {
  constructor(private readonly store: Store) {}

  async identify(authorization: string | undefined): Promise<Operator | undefined> {
    const key = await findOperatorKey(this.store.database, bearerOf(authorization) ?? '');
    return key && { kind: 'operatorKey', keyID: key.id, name: key.name };
  }
}
