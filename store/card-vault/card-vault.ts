import { holdsCardNumber } from '../../domain/destination/card-number-guard';
import { notFound } from '../../domain/errors/refusal';
import { lookup, statement, type Database } from '../database';
import { newId } from '../id';
import { decrypt, encrypt } from '../secrets/encryption';
import type { Store } from '../store';

/** A card as it may be shown: never its number, which rests in the vault under the token. */
export interface TokenizedCard {
  token: string;
  bin: string;
  lastDigits: string;
  paymentSystem: string;
}

/** What the vault holds of a card. The CVV is not among it: nobody may keep that. */
export interface VaultCard {
  cardNumber: string;
  expDate?: string;
  cardHolder?: string;
}

/** Encrypted cards of the vault are bound to this purpose. */
export const VAULT_CARD = 'vault-card';

const CARD = 'token, bin, last_digits AS "lastDigits", payment_system AS "paymentSystem"';

const INSERT = statement<TokenizedCard>(
  'vault-insert',
  `INSERT INTO vault_cards (token, party_id, encrypted_card, bin, last_digits, payment_system)
   VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${CARD}`,
);

/** Locks a card away and gives the token that stands for it from now on. */
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

/** A token must pass the guard of destinations: one in many millions would look like a card's number. */
function newToken(): string {
  let token = newId();
  while (holdsCardNumber(token)) token = newId();
  return token;
}

const FIND = lookup<TokenizedCard>('vault-find', `SELECT ${CARD} FROM vault_cards WHERE token = $1 AND party_id = $2`);

/** What may be shown of a party's own card. */
export async function findTokenizedCard(
  database: Database,
  { token, partyID }: { token: string; partyID: string },
): Promise<TokenizedCard | undefined> {
  const [card] = await database.run(FIND, [token, partyID]);
  return card;
}

/** What may be shown of a party's own card. @throws Refusal notFound */
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

/**
 * Takes a card out of the vault, for the one call that pays out to it. Nothing but the payout activity may
 * import this function: a test holds that.
 */
export async function detokenizeCard(store: Store, token: string): Promise<VaultCard> {
  const [row] = await store.database.run(OPEN, [token]);
  if (!row) throw new Error('the vault has no such card');
  return JSON.parse(await decrypt(row.encrypted, VAULT_CARD, store.encryptionKeys)) as VaultCard;
}
