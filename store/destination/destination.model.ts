import type { Destination } from '../../domain/destination/destination';
import { selectList, type Columns } from '../columns';
import { open, seal, type EncryptionKey } from '../secrets/seal';

/** What is known of people and their instruments: sealed at rest. */
type SealedFields = Pick<Destination, 'resource' | 'additionalAuthData' | 'customer' | 'billingAddress'>;

/** A destination as it rests. */
export type DestinationRow = Omit<Destination, keyof SealedFields> & { resourceType: string; detailsSealed: string };

export const DESTINATION_COLUMNS: Columns<DestinationRow> = {
  id: 'id',
  partyID: 'party_id',
  identityID: 'identity_id',
  providerID: 'provider_id',
  name: 'name',
  currency: 'currency',
  createdAt: 'created_at',
  isBlocked: 'is_blocked',
  resourceType: 'resource_type',
  detailsSealed: 'details_sealed',
  metadata: 'metadata',
  externalID: 'external_id',
  status: 'status',
  validUntil: 'valid_until',
};

/** The list for a SELECT of destinations `d`. */
export const DESTINATION = selectList(DESTINATION_COLUMNS, 'd');

const DETAILS = 'destination-details';

/** Seals a destination for its row. */
export async function toDestinationRow(destination: Destination, key: EncryptionKey): Promise<DestinationRow> {
  const { resource, additionalAuthData, customer, billingAddress, ...row } = destination;
  const details: SealedFields = { resource, additionalAuthData, customer, billingAddress };
  return { ...row, resourceType: resource.type, detailsSealed: await seal(JSON.stringify(details), DETAILS, key) };
}

/** Opens a row. */
export async function fromDestinationRow(row: DestinationRow, key: EncryptionKey): Promise<Destination> {
  const { resourceType, detailsSealed, ...rest } = row;
  void resourceType;
  const details = JSON.parse(await open(detailsSealed, DETAILS, key)) as SealedFields;
  return { ...rest, ...details };
}
