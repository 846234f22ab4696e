import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { rfc3339Text, parseRfc3339 } from '../../../domain/platform/rfc3339/rfc3339';
import type { EncryptionKeys } from '../../../security/encryption';
import type { Key } from '../../../security/key-ring';

/** The last row of a page, after which the next page begins. */
export interface ListPlace {
  createdAt: Date;
  id: string;
}

const MAC_LENGTH = 16;

/** Encodes a place as an authenticated token that is valid only for the same `listing` (name and filters). */
export function continuationToken({ createdAt, id }: ListPlace, listing: string, keys: EncryptionKeys): string {
  const place = Buffer.from(JSON.stringify([rfc3339Text(createdAt), id]));
  return Buffer.concat([mac(place, listing, keys.first), place]).toString('base64url');
}

/** @throws Refusal badToken if the token is foreign or belongs to another request */
export function readContinuationToken(token: string, listing: string, keys: EncryptionKeys): ListPlace {
  const bytes = Buffer.from(token, 'base64url');
  const [given, place] = [bytes.subarray(0, MAC_LENGTH), bytes.subarray(MAC_LENGTH)];
  const isAuthentic = keys.all.some(
    (key) => given.length === MAC_LENGTH && timingSafeEqual(given, mac(place, listing, key)),
  );
  if (!isAuthentic) {
    throw buildBadToken();
  }
  const [text, id] = JSON.parse(place.toString('utf8')) as [string, string];
  const createdAt = parseRfc3339(String(text));
  if (!createdAt) throw buildBadToken();
  return { createdAt, id };
}

function buildBadToken(): Refusal {
  return new Refusal('badToken', 'continuationToken is not one of this listing', { place: 'continuationToken' });
}

const macKeys = new WeakMap<Key, Buffer>();

function mac(place: Buffer, listing: string, key: Key): Buffer {
  let own = macKeys.get(key);
  if (!own) macKeys.set(key, (own = Buffer.from(hkdfSync('sha256', key.bytes, '', 'continuation-token', 32))));
  const listingHash = createHash('sha256').update(listing).digest();
  return createHmac('sha256', own).update(listingHash).update(place).digest().subarray(0, MAC_LENGTH);
}
