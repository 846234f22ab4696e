import { badIdentity, type Identity } from '../../../domain/wallets/identity/identity';
import { lookup, type Database } from '../../postgres/database';
import { findBy, getBy } from '../../postgres/readers';
import { where } from '../../platform/listing/condition';
import { listPage, listing, type Page } from '../../platform/listing/list-page';
import type { Store } from '../../store';
import { IDENTITY } from './identity.table';

export type OwnedIdentity = Identity & { isPartyOperable: boolean };

const FIND = lookup<OwnedIdentity>(
  'identity-find',
  `SELECT ${IDENTITY}, NOT (p.is_blocked OR p.is_suspended) AS "isPartyOperable"
   FROM identities i JOIN parties p ON p.id = i.party_id WHERE i.id = $1 AND i.party_id = $2`,
);

/** A party's own identity; undefined if foreign. */
export const findIdentity = findBy(FIND, 'identityID', 'partyID');

/** A party's own identity. @throws Refusal notFound */
export const getIdentity = getBy(FIND, 'Identity', 'identityID', 'partyID');

/** A party's own identity, for operations without a 404 in the contract (reports, withdrawal methods). @throws Refusal badIdentity */
export async function requireIdentity(
  database: Database,
  ref: { identityID: string; partyID: string },
): Promise<OwnedIdentity> {
  const identity = await findIdentity(database, ref);
  if (!identity) throw badIdentity();
  return identity;
}

const IDENTITIES = listing<Identity>({
  name: 'identity-list',
  select: `SELECT ${IDENTITY} FROM identities i`,
  order: { createdAt: 'i.created_at', id: 'i.id' },
  owners: ['i.party_id = ?'],
});

export interface IdentityQuery {
  partyID: string;
  providerID?: string | undefined;
  limit: number;
  continuationToken?: string | undefined;
}

/** A party's identities, newest first. @throws Refusal badToken */
export async function listIdentities(store: Store, filters: IdentityQuery): Promise<Page<Identity>> {
  const { partyID, providerID, limit, continuationToken } = filters;
  const conditions = [where('i.provider_id = ?', providerID)];
  return listPage(store, IDENTITIES, { owner: partyID, conditions, limit, continuationToken });
}
