import { hkdfSync } from 'node:crypto';
import { statement, type Database } from '../../postgres/database';
import type { Store } from '../../store';
import { decrypt, encrypt } from '../../../security/encryption';

const NAME = 'payment-tool-fingerprint';
export const PLATFORM_SECRET = 'platform-secret';

const FIND = statement<{ encrypted: string }>(
  'platform-secret-find',
  'SELECT encrypted_content AS encrypted FROM platform_secrets WHERE name = $1',
);

const INSERT = statement(
  'platform-secret-keep',
  'INSERT INTO platform_secrets (name, encrypted_content) VALUES ($1, $2) ON CONFLICT DO NOTHING',
);

const known = new WeakMap<Database, Promise<Buffer>>();

/** The fingerprint key, derived once from the oldest encryption key and stored, because fingerprints survive key rotation. */
export async function readFingerprintKey(store: Store): Promise<Buffer> {
  const { database } = store;
  const found = known.get(database) ?? readOrCreate(store);
  known.set(database, found);
  found.catch(() => known.delete(database));
  return found;
}

async function readOrCreate({ database, encryptionKeys }: Store): Promise<Buffer> {
  const find = async (): Promise<string | undefined> => (await database.run(FIND, [NAME]))[0]?.encrypted;
  let encrypted = await find();
  if (encrypted === undefined) {
    const oldest = encryptionKeys.all.at(-1) ?? encryptionKeys.first;
    const key = Buffer.from(hkdfSync('sha256', oldest.bytes, '', NAME, 32)).toString('base64');
    await database.run(INSERT, [NAME, await encrypt(key, PLATFORM_SECRET, encryptionKeys)]);
    encrypted = await find();
  }
  if (encrypted === undefined) throw new Error('the key of fingerprints was not stored');
  return Buffer.from(await decrypt(encrypted, PLATFORM_SECRET, encryptionKeys), 'base64');
}
