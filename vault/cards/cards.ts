import { createHmac, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { CardMask, KeepCardRequest, StoreCardRequest, StoredCard } from '../client/vault.types';
import type { DataKeys } from '../keys/data-keys';
import { decrypt, encrypt } from '../keys/key-encryption';
import { AUDIT_COLUMNS, type VaultAuditEntry } from './audit-entry';
import type { CardContent, DecryptedCard } from './card-content';
import type { FingerprintKey } from './fingerprint-key';

/** The vault has no such card of this party. */
export class CardNotFound extends Error {
  override readonly name = 'CardNotFound';

  constructor() {
    super('the vault has no such card of this party');
  }
}

interface CardRow {
  bin: string;
  lastDigits: string;
  expDate: string | null;
  encryptedCard: Buffer;
  wrappedKey: Buffer;
  keyID: string;
  encryptedCvv: Buffer | null;
}

interface StoredCardReference {
  cardID: string;
  partyID: string;
}

/** A stolen certificate of the worker cannot delete cards that are in use before an operator has noticed. */
const EARLY_DELETION_HOURS = 24;

const INSERT = `WITH audit AS (INSERT INTO audit_log ${AUDIT_COLUMNS} VALUES ($9, 'store', $1, $2, NULL, NULL, NULL, 'done')),
     cvv AS (INSERT INTO cvvs (card_id, encrypted_cvv, valid_until)
             SELECT $1, $10::bytea, now() + $11 * interval '1 second' WHERE $10::bytea IS NOT NULL)
   INSERT INTO cards (id, party_id, bin, last_digits, exp_date, encrypted_card, wrapped_key, key_id, due_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $12)`;

const FIND =
  'SELECT bin, last_digits AS "lastDigits", exp_date AS "expDate" FROM cards WHERE id = $1 AND party_id = $2';

/** The audit row is written with the read, so that no card is decrypted without one. A card that is due is as good as deleted. */
const RECORD_USE = `WITH card AS (
     SELECT c.*, v.encrypted_cvv FROM cards c LEFT JOIN cvvs v ON v.card_id = c.id AND v.valid_until > now()
     WHERE c.id = $1 AND c.party_id = $2 AND (c.due_at IS NULL OR c.due_at > now())
   ), audit AS (
     INSERT INTO audit_log ${AUDIT_COLUMNS} SELECT $3, 'forward', $1, $2, $4, $5, $6, 'opened' FROM card
   )
   SELECT encrypted_card AS "encryptedCard", wrapped_key AS "wrappedKey", key_id AS "keyID", encrypted_cvv AS "encryptedCvv"
   FROM card`;

/** Deletes a card that is due, or any for a caller who may ($4), and has any other deleted later. */
const DELETE = `WITH named AS (
     SELECT id, delete_at, ($4 OR due_at <= now() OR delete_at <= now()) IS TRUE AS is_due
     FROM cards WHERE id = $1 AND party_id = $2 FOR UPDATE
   ), cvv AS (
     DELETE FROM cvvs WHERE card_id IN (SELECT id FROM named WHERE is_due)
   ), deleted AS (
     DELETE FROM cards WHERE id IN (SELECT id FROM named WHERE is_due) RETURNING id
   ), early AS (
     UPDATE cards SET delete_at = now() + interval '${EARLY_DELETION_HOURS} hours'
     WHERE id IN (SELECT id FROM named WHERE NOT is_due) AND delete_at IS NULL RETURNING id, delete_at
   ), audit AS (
     INSERT INTO audit_log ${AUDIT_COLUMNS}
     SELECT $3, action, id, $2, NULL, NULL, NULL, 'done'
     FROM (SELECT id, 'delete' AS action FROM deleted UNION ALL SELECT id, 'requestDeletion' FROM early) AS a
   )
   SELECT coalesce(early.delete_at, named.delete_at) AS "deleteAt", early.id IS NOT NULL AS "isNew"
   FROM named LEFT JOIN early USING (id) WHERE NOT is_due`;

const DELETE_REQUESTED = `WITH due AS (
     SELECT id FROM cards WHERE delete_at <= now() ORDER BY delete_at LIMIT 1000 FOR UPDATE SKIP LOCKED
   ), cvv AS (
     DELETE FROM cvvs WHERE card_id IN (SELECT id FROM due)
   ), deleted AS (
     DELETE FROM cards WHERE id IN (SELECT id FROM due) RETURNING id, party_id
   )
   INSERT INTO audit_log ${AUDIT_COLUMNS} SELECT 'vault', 'delete', id, party_id, NULL, NULL, NULL, 'done' FROM deleted`;

const CANCEL_DELETIONS = `WITH kept AS (
     UPDATE cards SET delete_at = NULL WHERE delete_at > now() RETURNING id, party_id
   )
   INSERT INTO audit_log ${AUDIT_COLUMNS} SELECT $1, 'cancelDeletion', id, party_id, NULL, NULL, NULL, 'done' FROM kept`;

/** Never brings the end of a card nearer. */
const KEEP = `WITH kept AS (
     UPDATE cards SET delete_at = NULL,
       due_at = CASE WHEN $3::timestamptz IS NULL OR due_at IS NULL THEN NULL ELSE greatest(due_at, $3::timestamptz) END
     WHERE id = $1 AND party_id = $2 RETURNING id
   )
   INSERT INTO audit_log ${AUDIT_COLUMNS} SELECT $4, 'keep', id, $2, NULL, NULL, NULL, 'done' FROM kept`;

const DELETE_CVVS = `WITH named AS (
     SELECT c.id, c.party_id FROM cards c JOIN unnest($1::text[], $2::text[]) AS given (id, party_id) USING (id, party_id)
   ), cvv AS (
     DELETE FROM cvvs v USING named WHERE v.card_id = named.id RETURNING named.id, named.party_id
   )
   INSERT INTO audit_log ${AUDIT_COLUMNS} SELECT $3, 'deleteCvv', id, party_id, NULL, NULL, NULL, 'done' FROM cvv`;

const DELETE_EXPIRED = `WITH cvv AS (
     DELETE FROM cvvs WHERE card_id IN (SELECT card_id FROM cvvs WHERE valid_until < now() LIMIT 1000) RETURNING card_id
   )
   INSERT INTO audit_log ${AUDIT_COLUMNS}
   SELECT 'vault', 'expireCvv', v.card_id, c.party_id, NULL, NULL, NULL, 'done'
   FROM cvv v LEFT JOIN cards c ON c.id = v.card_id`;

/** Stored cards. Each is encrypted under a data key of its own, and bound to its id. */
export class Cards {
  constructor(
    private readonly parts: { pool: Pool; dataKeys: DataKeys; fingerprintKey: FingerprintKey; cvvSeconds: number },
  ) {}

  async store(card: StoreCardRequest & { cryptogram?: string }, caller: string): Promise<StoredCard> {
    const { pool, dataKeys, fingerprintKey, cvvSeconds } = this.parts;
    const { cardID = newCardID(), partyID, cardNumber, expDate, cardHolder, cryptogram, deleteAfter } = card;
    const { cvv = cryptogram } = card;
    const [{ key, wrapped }, secret] = await Promise.all([dataKeys.create(cardID), fingerprintKey.read()]);
    const content: CardContent = {
      ...{ cardNumber, ...(expDate && { expDate }), ...(cardHolder && { cardHolder }) },
      ...(cryptogram !== undefined && { isNetworkToken: true }),
    };
    const mask = { bin: cardNumber.slice(0, 6), lastDigits: cardNumber.slice(-4) };
    await pool.query({
      name: 'card-insert',
      text: INSERT,
      values: [
        cardID,
        partyID,
        mask.bin,
        mask.lastDigits,
        expDate ?? null,
        encrypt(Buffer.from(JSON.stringify(content)), key, cardID),
        wrapped.bytes,
        wrapped.keyID,
        caller,
        cvv === undefined ? null : encrypt(Buffer.from(cvv), key, cvvContext(cardID)),
        cvvSeconds,
        deleteAfter ?? null,
      ],
    });
    const hash = (text: string): string => createHmac('sha256', secret).update(text).digest('base64url');
    return {
      ...{ cardID, ...mask, ...(expDate && { expDate }) },
      fingerprint: hash(`${cardNumber} ${expDate ?? ''}`),
      numberFingerprint: hash(cardNumber),
    };
  }

  /** @throws CardNotFound */
  async getMask({ cardID, partyID }: StoredCardReference): Promise<CardMask> {
    const { rows } = await this.parts.pool.query<CardRow>({ name: 'card-find', text: FIND, values: [cardID, partyID] });
    const [row] = rows;
    if (!row) throw new CardNotFound();
    const { bin, lastDigits, expDate } = row;
    return { cardID, bin, lastDigits, ...(expDate && { expDate }) };
  }

  /** Decrypts a card for one call and records that first. @throws CardNotFound */
  async decrypt({ cardID, partyID, caller, operationID, account, origin }: VaultAuditEntry): Promise<DecryptedCard> {
    const { pool, dataKeys } = this.parts;
    const values = [cardID, partyID, caller, operationID, account, origin];
    const { rows } = await pool.query<CardRow>({ name: 'card-decrypt', text: RECORD_USE, values });
    const [row] = rows;
    if (!row) throw new CardNotFound();
    const key = await dataKeys.unwrap({ keyID: row.keyID, bytes: row.wrappedKey }, cardID);
    const content = JSON.parse(decrypt(row.encryptedCard, key, cardID).toString()) as CardContent;
    return row.encryptedCvv
      ? { ...content, cvv: decrypt(row.encryptedCvv, key, cvvContext(cardID)).toString() }
      : content;
  }

  /**
   * Deletes a card: the worker only one that is due; any other later.
   * @returns when it will be deleted; undefined if it is gone
   */
  async delete(
    { cardID, partyID }: StoredCardReference,
    caller: string,
  ): Promise<{ deleteAt: Date; isNew: boolean } | undefined> {
    this.parts.dataKeys.forget(cardID);
    const values = [cardID, partyID, caller, caller === 'operator'];
    const query = { name: 'card-delete', text: DELETE, values };
    return (await this.parts.pool.query<{ deleteAt: Date; isNew: boolean }>(query)).rows[0];
  }

  /** Keeps a card until then at least, or without an end. @throws CardNotFound */
  async keep({ cardID, partyID, until }: KeepCardRequest, caller: string): Promise<void> {
    const values = [cardID, partyID, until ?? null, caller];
    const { rowCount } = await this.parts.pool.query({ name: 'card-keep', text: KEEP, values });
    if (rowCount === 0) throw new CardNotFound();
  }

  /** @returns how many cards stay whose deletion was requested */
  async cancelDeletions(caller: string): Promise<number> {
    const { rowCount } = await this.parts.pool.query(CANCEL_DELETIONS, [caller]);
    return rowCount ?? 0;
  }

  async deleteRequested(): Promise<void> {
    await this.parts.pool.query({ name: 'card-delete-requested', text: DELETE_REQUESTED });
  }

  async deleteCvvs(cards: readonly StoredCardReference[], caller: string): Promise<void> {
    const values = [cards.map(({ cardID }) => cardID), cards.map(({ partyID }) => partyID), caller];
    await this.parts.pool.query({ name: 'cvvs-delete', text: DELETE_CVVS, values });
  }

  /** @returns how many CVVs were deleted */
  async deleteExpiredCvvs(): Promise<number> {
    const { rowCount } = await this.parts.pool.query({ name: 'cvv-expire', text: DELETE_EXPIRED });
    return rowCount ?? 0;
  }
}

function cvvContext(cardID: string): string {
  return `${cardID} cvv`;
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const ID_LENGTH = 24;

/** 120 random bits. Starts with a letter, so that it never looks like a card number. */
function newCardID(): string {
  const text = Array.from(randomBytes(ID_LENGTH), (byte) => ALPHABET.charAt(byte % 32)).join('');
  return /\d{8}/.test(text) ? newCardID() : `c${text}`;
}
