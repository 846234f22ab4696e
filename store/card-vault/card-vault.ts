import { holdsCardNumber } from '../../domain/destination/card-number-guard';
import { notFound } from '../../domain/errors/refusal';
import { lookup, statement, type Database } from '../postgres/database';
import { newId } from '../id';
import { decrypt, encrypt } from '../../security/encryption';
import type { Store } from '../store';

/** A card without its number, which the vault stores under the token. */
export interface TokenizedCard {
  token: string;
  bin: string;
  lastDigits: string;
  paymentSystem: string;
}

/** Stored card data. Storing a CVV is prohibited. */
export interface VaultCard {
  cardNumber: string;
  expDate?: string;
  cardHolder?: string;
}

export const VAULT_CARD = 'vault-card';

const CARD = 'token, bin, last_digits AS "lastDigits", payment_system AS "paymentSystem"';

const INSERT = statement<TokenizedCard>(
  'vault-insert',
  `INSERT INTO vault_cards (token, party_id, encrypted_card, bin, last_digits, payment_system)
   VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${CARD}`,
);

export async function tokenizeCard(
  store: Store,
  { partyID, card, paymentSystem }: { partyID: string; card: VaultCard; paymentSystem: string },
): Promise<TokenizedCard> {
  const { cardNumber } = card;
  const encrypted = await encrypt(JSON.stringify(card), VAULT_CARD, store.encryptionKeys);
  const shown = [cardNumber.slice(0, 6), cardNumber.slice(-4), paymentSystem];
  const [kept] = await store.database.run(INSERT, [newToken(), partyID, encrypted, ...shown]);
  if (!kept) throw new Error('the card was not stored');
  return kept;
}

/** Retries because a random token can look like a card number, which destinations reject. */
function newToken(): string {
  let token = newId();
  while (holdsCardNumber(token)) token = newId();
  return token;
}

const FIND = lookup<TokenizedCard>('vault-find', `SELECT ${CARD} FROM vault_cards WHERE token = $1 AND party_id = $2`);

export async function findTokenizedCard(
  database: Database,
  { token, partyID }: { token: string; partyID: string },
): Promise<TokenizedCard | undefined> {
  const [card] = await database.run(FIND, [token, partyID]);
  return card;
}

/** Reads a party's own card. @throws Refusal notFound */
export async function getTokenizedCard(
  database: Database,
  ref: { token: string; partyID: string },
): Promise<TokenizedCard> {
  const card = await findTokenizedCard(database, ref);
  if (!card) throw notFound('Bank card');
  return card;
}

const OPEN = statement<{ encrypted: string }>(
  'vault-open',
  'SELECT encrypted_card AS "encrypted" FROM vault_cards WHERE token = $1',
);

/** Decrypts a card for a payout. A test proves that only the payout activity imports this function. */
export async function detokenizeCard(store: Store, token: string): Promise<VaultCard> {
  const [row] = await store.database.run(OPEN, [token]);
  if (!row) throw new Error('the vault has no such card');
  return JSON.parse(await decrypt(row.encrypted, VAULT_CARD, store.encryptionKeys)) as VaultCard;
}
