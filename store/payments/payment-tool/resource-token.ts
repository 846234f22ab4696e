import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { holdsCardNumber } from '../../../domain/payments/card/card-number-guard';
import { DecryptionFailed, decrypt, encrypt, type EncryptionKeys } from '../../../security/encryption';

const RESOURCE = 'resource-token/2';

interface ResourceContent {
  partyID: string;
  cardToken: string;
  validUntil: string;
}

/** Creates a Wallet API token of a card that was tokenised for a payment. */
export async function createResourceToken(
  { partyID, cardToken, validUntil }: { partyID: string; cardToken: string; validUntil: Date },
  keys: EncryptionKeys,
): Promise<string> {
  const content: ResourceContent = { partyID, cardToken, validUntil: rfc3339Text(validUntil) };
  const encrypted = () => encrypt(JSON.stringify(content), RESOURCE, keys);
  let token = await encrypted();
  // Retries because a token can look like a card number, which destinations reject.
  while (holdsCardNumber(token)) token = await encrypted();
  return token;
}

/** The token of the card of a resource token; undefined if foreign, changed or expired. */
export async function readResourceToken(
  token: string,
  { partyID, keys, now = new Date() }: { partyID: string; keys: EncryptionKeys; now?: Date },
): Promise<string | undefined> {
  try {
    const content = JSON.parse(await decrypt(token, RESOURCE, keys)) as ResourceContent;
    const isValid = content.partyID === partyID && Date.parse(content.validUntil) > now.getTime();
    return isValid ? content.cardToken : undefined;
  } catch (error) {
    if (error instanceof DecryptionFailed) return undefined;
    throw error;
  }
}
