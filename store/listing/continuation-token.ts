import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../../domain/errors/refusal';
import { rfc3339Text, parseRfc3339 } from '../../domain/rfc3339/rfc3339';
import type { EncryptionKeys } from '../secrets/encryption';
import type { Key } from '../secrets/key-ring';

/** Where a listing goes on: after this row. */
export interface ListPlace {
  createdAt: Date;
  id: string;
}

const MAC_LENGTH = 16;

/**
 * Writes a place as a token that nobody can make up. `listing` is what was asked (its name and filters): the token is
 * good for the same question only.
 */
export function continuationToken({ createdAt, id }: ListPlace, listing: string, keys: EncryptionKeys): string {
  const place = Buffer.from(JSON.stringify([rfc3339Text(createdAt), id]));
  return Buffer.concat([mac(place, listing, keys.first), place]).toString('base64url');
}

/** Reads a token. @throws Refusal badToken for one that is not ours or belongs to another question */
export function readContinuationToken(token: string, listing: string, keys: EncryptionKeys): ListPlace {
  const bytes = Buffer.from(token, 'base64url');
  const [given, place] = [bytes.subarray(0, MAC_LENGTH), bytes.subarray(MAC_LENGTH)];
  const isOurs = keys.all.some(
    (key) => given.length === MAC_LENGTH && timingSafeEqual(given, mac(place, listing, key)),
  );
  if (!isOurs) {
    throw notOfThisListing();
  }
  const [text, id] = JSON.parse(place.toString('utf8')) as [string, string];
  const createdAt = parseRfc3339(String(text));
  if (!createdAt) throw notOfThisListing();
  return { createdAt, id };
}

function notOfThisListing(): Refusal {
  return new Refusal('badToken', 'continuationToken is not one of this listing', { place: 'continuationToken' });
}

const macKeys = new WeakMap<Key, Buffer>();

function mac(place: Buffer, listing: string, key: Key): Buffer {
  let own = macKeys.get(key);
  if (!own) macKeys.set(key, (own = Buffer.from(hkdfSync('sha256', key.bytes, '', 'continuation-token', 32))));
  const question = createHash('sha256').update(listing).digest();
  return createHmac('sha256', own).update(question).update(place).digest().subarray(0, MAC_LENGTH);
}
