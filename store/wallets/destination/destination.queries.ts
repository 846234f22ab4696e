import type { WalletListQuery } from '../wallet-list-query';
import type { Destination } from '../../../domain/wallets/destination/destination';
import { notFound } from '../../../domain/platform/errors/refusal';
import { requireRow } from '../../postgres/require-row';
import type { OwnedDestination } from '../../../domain/wallets/withdrawal/withdrawal-checks';
import { lookup } from '../../postgres/database';
import { where } from '../../platform/listing/condition';
import { listPage, listing, type Page } from '../../platform/listing/list-page';
import type { Store } from '../../store';
import { DESTINATION, fromDestinationRow, type DestinationRow } from './destination.table';

const FIND_ANY = lookup<DestinationRow & { isOwnerOperable: boolean }>(
  'destination-find-any',
  `SELECT ${DESTINATION}, NOT (i.is_blocked OR p.is_blocked OR p.is_suspended) AS "isOwnerOperable"
   FROM destinations d JOIN identities i ON i.id = d.identity_id JOIN parties p ON p.id = d.party_id WHERE d.id = $1`,
);

/** A destination of any party: for operations between parties, which check access themselves. */
export async function findDestination(store: Store, destinationID: string): Promise<OwnedDestination | undefined> {
  const [row] = await store.database.run(FIND_ANY, [destinationID]);
  if (!row) return undefined;
  const { isOwnerOperable, ...destination } = row;
  return { ...(await fromDestinationRow(destination, store.encryptionKeys)), isOwnerOperable };
}

/** A party's own destination. @throws Refusal notFound */
export async function getDestination(
  store: Store,
  { destinationID, partyID }: { destinationID: string; partyID: string },
): Promise<Destination> {
  const destination = await findDestination(store, destinationID);
  if (destination?.partyID !== partyID) throw notFound('Destination');
  return destination;
}

const FIND_BY_EXTERNAL_ID = lookup<DestinationRow>(
  'destination-find-external',
  `SELECT ${DESTINATION} FROM destinations d WHERE party_id = $1 AND external_id = $2`,
);

/** A party's destination by external id. @throws Refusal notFound */
export async function getDestinationByExternalID(
  store: Store,
  { externalID, partyID }: { externalID: string; partyID: string },
): Promise<Destination> {
  return fromDestinationRow(
    requireRow(await store.database.run(FIND_BY_EXTERNAL_ID, [partyID, externalID]), 'Destination'),
    store.encryptionKeys,
  );
}

const DESTINATIONS = listing<DestinationRow>({
  name: 'destination-list',
  select: `SELECT ${DESTINATION} FROM destinations d`,
  order: { createdAt: 'd.created_at', id: 'd.id' },
  owners: ['d.party_id = ?'],
});

/** A party's destinations, newest first. @throws Refusal badToken */
export async function listDestinations(store: Store, filters: WalletListQuery): Promise<Page<Destination>> {
  const { partyID, identityID, currencyID, limit, continuationToken } = filters;
  const conditions = [where('d.identity_id = ?', identityID), where('d.currency = ?', currencyID)];
  const request = { owner: partyID, conditions, limit, continuationToken };
  const page = await listPage(store, DESTINATIONS, request);
  const rows = await Promise.all(page.rows.map((row) => fromDestinationRow(row, store.encryptionKeys)));
  return { ...page, rows };
}
