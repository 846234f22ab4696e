import { assertIdentityCreatable, type Identity } from '../../../domain/wallets/identity/identity';
import { insertText, toValues } from '../../postgres/columns';
import { lookup, statement } from '../../postgres/database';
import { createOnce, type Existing } from '../../idempotency';
import { newId } from '../../id';
import { findWalletProvider } from '../wallet-provider/wallet-provider.queries';
import { findParty } from '../../merchants/shop/shop.queries';
import type { Store } from '../../store';
import { IDENTITY, IDENTITY_COLUMNS } from './identity.table';

export type NewIdentity = Omit<Identity, 'id' | 'createdAt' | 'isBlocked'>;

const INSERT = statement('identity-insert', insertText('identities', IDENTITY_COLUMNS, ['parameters_hash']));

const FIND_EXISTING = lookup<Identity & Existing>(
  'identity-find-existing',
  `SELECT ${IDENTITY}, parameters_hash AS "parametersHash" FROM identities i WHERE party_id = $1 AND external_id = $2`,
);

/** Creates an identity, idempotent by external id. @throws Refusal invalidOperationParameters, externalIDConflict */
export async function createIdentity(store: Store, given: NewIdentity, now = new Date()): Promise<Identity> {
  const { database } = store;
  const { name, providerID, metadata } = given;
  const request = { ...given, compared: { name, providerID, metadata }, index: 'identities_external_id' };
  return createOnce(database, { ...request, findExisting: FIND_EXISTING }, async (hash) => {
    const [party, provider] = [
      await findParty(database, given.partyID),
      await findWalletProvider(database, providerID),
    ];
    assertIdentityCreatable({ party, provider });
    const identity: Identity = { ...given, id: newId(now), createdAt: now, isBlocked: false };
    await database.run(INSERT, [...toValues(identity, IDENTITY_COLUMNS), hash]);
    return identity;
  });
}
