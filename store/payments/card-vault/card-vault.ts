import { randomBytes } from 'node:crypto';
import { holdsCardNumber } from '../../../domain/payments/card/card-number-guard';
import type { AgreedAmount } from '../../../domain/payments/payment/agreed-amount';
import { UNKNOWN_PAYMENT_SYSTEM } from '../../../domain/payments/payment/payment-tool';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { lookup, statement, type Database, type Transaction } from '../../postgres/database';
import { findBy, findByID, getBy } from '../../postgres/readers';
import { newId } from '../../id';

/** A card without its number. Its party may know the token. */
export interface TokenizedCard {
  token: string;
  bin: string;
  lastDigits: string;
  paymentSystem: string;
}

/** A card and its id in the vault, which no caller learns: a text that holds it may be replaced by the number. */
interface KeptCard extends TokenizedCard, CardFingerprints {
  cardID: string;
}

interface CardFingerprints {
  fingerprint: string;
  /** Absent from a vault of the previous version. */
  numberFingerprint?: string;
}

/** Card data on its way to the vault. */
interface CardToKeep {
  cardNumber: string;
  expDate?: string | undefined;
  cardHolder?: string | undefined;
  cvv?: string | undefined;
}

/** The vault: a process of its own, which alone can open a card. */
export interface CardVault {
  /** Stores a card under an id that its caller has recorded. */
  storeCard(card: CardToKeep & { cardID: string; partyID: string; deleteAfter: string }): Promise<CardFingerprints>;
  /** Moves the end of a card; absent: it has none. */
  keepCard(card: { cardID: string; partyID: string; until?: string }): Promise<void>;
  /** @returns when the vault deletes it, if its caller may not yet */
  deleteCard(card: { cardID: string; partyID: string }): Promise<{ deleteAt: string } | undefined>;
}

/** What the vault tells of a wallet's token that it has opened. */
export interface OpenedToken extends Required<CardFingerprints> {
  bin: string;
  lastDigits: string;
  expDate: string;
  isNetworkToken: boolean;
  eci?: string;
  agreed?: AgreedAmount;
}

/** The part of the vault that opens wallets' tokens. */
export interface TokenVault {
  storeToken(token: TokenToKeep & { cardID: string; partyID: string; deleteAfter: string }): Promise<OpenedToken>;
}

export interface TokenToKeep {
  provider: 'ApplePay' | 'GooglePay';
  token: string;
  merchantID: string;
}

const CARD = 'token, bin, last_digits AS "lastDigits", payment_system AS "paymentSystem"';

const INSERT = statement(
  'card-reference-insert',
  `INSERT INTO vault_cards (token, party_id, card_id, bin, last_digits, payment_system, delete_after)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
);

interface NewCard {
  partyID: string;
  card: CardToKeep;
  paymentSystem: string;
  /** When it is deleted if nothing uses it. */
  deleteAfter: Date;
}

/** Stores a card in the vault. Its reference is recorded first, so that a card is deleted even if its caller dies. */
export async function keepCard(
  { database, vault }: { database: Database; vault: CardVault },
  { partyID, card, paymentSystem, deleteAfter }: NewCard,
): Promise<KeptCard> {
  const { cardNumber, expDate } = card;
  const [token, cardID] = [newToken(), newCardID()];
  const shown = { bin: cardNumber.slice(0, 6), lastDigits: cardNumber.slice(-4), paymentSystem };
  const until = rfc3339Text(deleteAfter);
  const values = [token, partyID, cardID, ...Object.values(shown), until];
  await database.run(INSERT, values);
  const given = { ...card, expDate: expDate && shortExpiry(expDate), deleteAfter: until };
  const { fingerprint, numberFingerprint } = await vault.storeCard({ ...given, cardID, partyID });
  return { token, cardID, ...shown, fingerprint, ...(numberFingerprint !== undefined && { numberFingerprint }) };
}

/** Has the vault open a wallet's token and store its card, as `keepCard` does; the reference has zeros for its digits, and no caller gets its token. */
export async function keepToken(
  { database, vault }: { database: Database; vault: TokenVault },
  { partyID, deleteAfter, ...given }: TokenToKeep & { partyID: string; deleteAfter: Date },
): Promise<OpenedToken & { cardID: string }> {
  const cardID = newCardID();
  const until = rfc3339Text(deleteAfter);
  await database.run(INSERT, [newToken(), partyID, cardID, '000000', '0000', UNKNOWN_PAYMENT_SYSTEM, until]);
  return { ...(await vault.storeToken({ ...given, cardID, partyID, deleteAfter: until })), cardID };
}

/** `MM/YY` of `MM/YYYY`, so that one card has one fingerprint. */
function shortExpiry(expDate: string): string {
  return expDate.replace(/^(\d\d)\/\d\d(\d\d)$/, '$1/$2');
}

/** Retries because a random token can look like a card number, which destinations reject. */
function newToken(): string {
  let token = newId();
  while (holdsCardNumber(token)) token = newId();
  return token;
}

/** 120 random bits, because the id is a secret. */
function newCardID(): string {
  const id = `c${randomBytes(15).toString('hex')}`;
  return holdsCardNumber(id) ? newCardID() : id;
}

const FIND = lookup<TokenizedCard>(
  'card-reference-find',
  `SELECT ${CARD} FROM vault_cards WHERE token = $1 AND party_id = $2 AND deleting_at IS NULL AND card_id IS NOT NULL`,
);

export const findTokenizedCard = findBy(FIND, 'token', 'partyID');

/** Reads a party's own card. @throws Refusal notFound */
export const getTokenizedCard = getBy(FIND, 'Bank card', 'token', 'partyID');

const FIND_ID = statement<{ cardID: string; partyID: string }>(
  'card-reference-id',
  `SELECT card_id AS "cardID", party_id AS "partyID" FROM vault_cards WHERE token = $1 AND card_id IS NOT NULL`,
);

/** The vault's id of a card, for a payout. */
export const findCardID = findByID(FIND_ID);

const USE = statement<{ token: string }>(
  'card-reference-use',
  `UPDATE vault_cards SET delete_after = NULL WHERE token = $1 AND party_id = $2 AND deleting_at IS NULL
   RETURNING token`,
);

/** Keeps a card for as long as its destination. @returns false if it is being deleted */
export async function useCard(
  database: Database,
  { token, partyID }: { token: string; partyID: string },
  tx: Transaction,
): Promise<boolean> {
  return (await database.run(USE, [token, partyID], tx)).length > 0;
}

const KEEP_UNTIL = statement(
  'card-reference-keep',
  'UPDATE vault_cards SET delete_after = $2 WHERE card_id = $1 AND delete_after < $2',
);

/** Keeps a card at least until then; one that a destination uses has no end. */
export async function keepCardUntil(
  { database, vault }: { database: Database; vault: CardVault },
  { cardID, partyID }: { cardID: string; partyID: string },
  moment: Date,
): Promise<void> {
  const until = rfc3339Text(moment);
  await vault.keepCard({ cardID, partyID, until });
  await database.run(KEEP_UNTIL, [cardID, until]);
}
