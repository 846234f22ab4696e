import type { Destination } from '../../domain/destination/destination';
import { selectList, type Columns } from '../columns';
import { decrypt, encrypt, type EncryptionKeys } from '../secrets/encryption';

/** What is known of people and their instruments: encrypted at rest. */
type EncryptedFields = Pick<Destination, 'resource' | 'additionalAuthData' | 'customer' | 'billingAddress'>;

/** A destination as it rests. */
export type DestinationRow = Omit<Destination, keyof EncryptedFields> & {
  resourceType: string;
  encryptedDetails: string;
};

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
  encryptedDetails: 'encrypted_details',
  metadata: 'metadata',
  externalID: 'external_id',
  status: 'status',
  validUntil: 'valid_until',
};

/** The list for a SELECT of destinations `d`. */
export const DESTINATION = selectList(DESTINATION_COLUMNS, 'd');

/** Encrypted destinations are bound to this purpose. */
export const DESTINATION_DETAILS = 'destination-details';

/** Encrypts a destination for its row. */
export async function toDestinationRow(destination: Destination, keys: EncryptionKeys): Promise<DestinationRow> {
  const { resource, additionalAuthData, customer, billingAddress, ...row } = destination;
  const details: EncryptedFields = { resource, additionalAuthData, customer, billingAddress };
  return {
    ...row,
    resourceType: resource.type,
    encryptedDetails: await encrypt(JSON.stringify(details), DESTINATION_DETAILS, keys),
  };
}

/** Opens a row. */
export async function fromDestinationRow(row: DestinationRow, keys: EncryptionKeys): Promise<Destination> {
  const { resourceType, encryptedDetails, ...rest } = row;
  void resourceType;
  const details = JSON.parse(await decrypt(encryptedDetails, DESTINATION_DETAILS, keys)) as EncryptedFields;
  return { ...rest, ...details };
}
