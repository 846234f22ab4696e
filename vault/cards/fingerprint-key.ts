import type { Pool } from 'pg';
import type { DataKeys } from '../keys/data-keys';
import { newKey, decrypt, encrypt } from '../keys/key-encryption';

const NAME = 'fingerprint';

interface SecretRow {
  content: Buffer;
  wrappedKey: Buffer;
  keyID: string;
}

/** The key of fingerprints: created once and never changed, because fingerprints survive a rotation. */
export class FingerprintKey {
  private known: Promise<Buffer> | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly dataKeys: DataKeys,
  ) {}

  async read(): Promise<Buffer> {
    this.known ??= this.readOrCreate();
    this.known.catch(() => (this.known = undefined));
    return this.known;
  }

  private async readOrCreate(): Promise<Buffer> {
    const found = await this.find();
    if (found) return found;
    const { key, wrapped } = await this.dataKeys.create(NAME);
    await this.pool.query(
      'INSERT INTO secrets (name, encrypted_content, wrapped_key, key_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      [NAME, encrypt(newKey(), key, NAME), wrapped.bytes, wrapped.keyID],
    );
    const created = await this.find();
    if (!created) throw new Error('the key of fingerprints was not stored');
    return created;
  }

  private async find(): Promise<Buffer | undefined> {
    const { rows } = await this.pool.query<SecretRow>(
      'SELECT encrypted_content AS content, wrapped_key AS "wrappedKey", key_id AS "keyID" FROM secrets WHERE name = $1',
      [NAME],
    );
    const [row] = rows;
    if (!row) return undefined;
    const key = await this.dataKeys.unwrap({ keyID: row.keyID, bytes: row.wrappedKey }, NAME);
    return decrypt(row.content, key, NAME);
  }
}
