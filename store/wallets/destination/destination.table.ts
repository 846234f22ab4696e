import type { Destination } from '../../../domain/wallets/destination/destination';
import { columnsOf, selectList } from '../../postgres/columns';
import { decrypt, encrypt, type EncryptionKeys } from '../../../security/encryption';

/** Personal data, encrypted at rest. */
type EncryptedFields = Pick<Destination, 'resource' | 'additionalAuthData' | 'customer' | 'billingAddress'>;

export type DestinationRow = Omit<Destination, keyof EncryptedFields> & {
  resourceType: string;
  encryptedDetails: string;
};

export const DESTINATION_COLUMNS = columnsOf<DestinationRow>()([
  'id partyID identityID providerID name currency createdAt isBlocked resourceType encryptedDetails metadata',
  'externalID status validUntil',
]);

export const DESTINATION = selectList(DESTINATION_COLUMNS, 'd');

export const DESTINATION_DETAILS = 'destination-details';

export async function toDestinationRow(destination: Destination, keys: EncryptionKeys): Promise<DestinationRow> {
  const { resource, additionalAuthData, customer, billingAddress, ...row } = destination;
  const details: EncryptedFields = { resource, additionalAuthData, customer, billingAddress };
  return {
    ...row,
    resourceType: resource.type,
    encryptedDetails: await encrypt(JSON.stringify(details), DESTINATION_DETAILS, keys),
  };
}

export async function fromDestinationRow(row: DestinationRow, keys: EncryptionKeys): Promise<Destination> {
  const { resourceType, encryptedDetails, ...rest } = row;
  void resourceType;
  const details = JSON.parse(await decrypt(encryptedDetails, DESTINATION_DETAILS, keys)) as EncryptedFields;
  return { ...rest, ...details };
}
