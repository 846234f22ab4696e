import { hkdfSync } from 'node:crypto';
import { statement, type Database } from '../database';
import type { Store } from '../store';
import { decrypt, encrypt } from './encryption';

const NAME = 'payment-tool-fingerprint';
/** The platform's own secrets are bound to this purpose. */
export const PLATFORM_SECRET = 'platform-secret';

const FIND = statement<{ encrypted: string }>(
  'platform-secret-find',
  'SELECT encrypted_content AS encrypted FROM platform_secrets WHERE name = $1',
);

const KEEP = statement(
  'platform-secret-keep',
  'INSERT INTO platform_secrets (name, encrypted_content) VALUES ($1, $2) ON CONFLICT DO NOTHING',
);

const known = new WeakMap<Database, Promise<Buffer>>();

/**
 * The key by which the same payment tool is told again. Fingerprints are kept for ever, so their key must outlive each encryption
 * key: it follows from the oldest one that is given when it is first asked for, and rests in the record from then on.
 */
export async function fingerprintKey(store: Store): Promise<Buffer> {
  const { database } = store;
  const found = known.get(database) ?? openOrKeep(store);
  known.set(database, found);
  found.catch(() => known.delete(database));
  return found;
}

async function openOrKeep({ database, encryptionKeys }: Store): Promise<Buffer> {
  const find = async (): Promise<string | undefined> => (await database.run(FIND, [NAME]))[0]?.encrypted;
  let encrypted = await find();
  if (encrypted === undefined) {
    const oldest = encryptionKeys.all.at(-1) ?? encryptionKeys.first;
    const key = Buffer.from(hkdfSync('sha256', oldest.bytes, '', NAME, 32)).toString('base64');
    await database.run(KEEP, [NAME, await encrypt(key, PLATFORM_SECRET, encryptionKeys)]);
    encrypted = await find();
  }
  if (encrypted === undefined) throw new Error('the key of fingerprints was not stored');
  return Buffer.from(await decrypt(encrypted, PLATFORM_SECRET, encryptionKeys), 'base64');
}
