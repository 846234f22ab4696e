import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
import { holdsCardNumber } from '../../domain/destination/card-number-guard';
import type { VaultCard } from '../card-vault/card-vault';
import { DecryptionFailed, decrypt, encrypt, type EncryptionKeys } from '../secrets/encryption';

const RESOURCE = 'resource-token';

/** What a resource token holds: a card, whose party may pay out to it, and until when. The CVV is not among it. */
interface ResourceContent {
  partyID: string;
  card: VaultCard;
  validUntil: string;
}

/** Makes the token by which the Wallet API knows a card that was tokenised for a payment. */
export async function createResourceToken(
  { partyID, card, validUntil }: { partyID: string; card: VaultCard; validUntil: Date },
  keys: EncryptionKeys,
): Promise<string> {
  const { cardNumber, expDate, cardHolder } = card;
  const content: ResourceContent = {
    partyID,
    card: { cardNumber, expDate, cardHolder },
    validUntil: rfc3339Text(validUntil),
  };
  const encrypted = () => encrypt(JSON.stringify(content), RESOURCE, keys);
  let token = await encrypted();
  // It must pass the guard of destinations: one in very many would look like a card's number.
  while (holdsCardNumber(token)) token = await encrypted();
  return token;
}

/** The card behind a resource token; undefined for one that is not this party's, was changed, or is over. */
export async function readResourceToken(
  token: string,
  { partyID, keys, now = new Date() }: { partyID: string; keys: EncryptionKeys; now?: Date },
): Promise<VaultCard | undefined> {
  try {
    const content = JSON.parse(await decrypt(token, RESOURCE, keys)) as ResourceContent;
    const isGood = content.partyID === partyID && Date.parse(content.validUntil) > now.getTime();
    return isGood ? content.card : undefined;
  } catch (error) {
    if (error instanceof DecryptionFailed) return undefined;
    throw error;
  }
}
