import type { Pool } from 'pg';
import type { RotationProgress, VaultStatus } from '../client/vault.types';
import { AUDIT_COLUMNS } from '../cards/audit-entry';
import { WrongShare, type KeyProvider } from './key-encryption';

interface WrappedRow {
  id: string;
  wrappedKey: Buffer;
  keyID: string;
}

const TABLES = [
  { table: 'secrets', id: 'name' },
  { table: 'cards', id: 'id' },
] as const;

const RECORD = `INSERT INTO audit_log ${AUDIT_COLUMNS} VALUES ($1, $2, NULL, NULL, NULL, NULL, NULL, $3)`;

/** Rewraps data keys under the current key-encryption key. The data itself is not touched, so that cards stay usable. */
export class Rotation {
  constructor(
    private readonly pool: Pool,
    private readonly provider: KeyProvider,
  ) {}

  async rewrap(batchSize: number, caller: string): Promise<RotationProgress> {
    const currentKey = await this.provider.currentKeyID();
    let rewrapped = 0;
    for (const { table, id } of TABLES)
      rewrapped += await this.rewrapTable({ table, id, currentKey, limit: batchSize - rewrapped });
    const remaining = await this.countOthers(currentKey);
    await this.record(caller, 'rotate', `${rewrapped} keys under ${currentKey}, ${remaining} remain`);
    return { rewrapped, remaining, currentKey };
  }

  async status(): Promise<VaultStatus> {
    const { rows } = await this.pool.query<{ keyID: string; count: string }>(
      'SELECT key_id AS "keyID", count(*)::text AS count FROM cards GROUP BY key_id ORDER BY key_id',
    );
    const cardsByKey = Object.fromEntries(rows.map(({ keyID, count }) => [keyID, Number(count)]));
    const missingShares = this.provider.missingShares();
    if (missingShares > 0) return { state: 'locked', cardsByKey, missingShares };
    return { state: 'ready', currentKey: await this.provider.currentKeyID(), cardsByKey, missingShares };
  }

  /** @throws WrongShare */
  async unlock(share: string, caller: string): Promise<VaultStatus> {
    if (!this.provider.unlock) throw new WrongShare('the key of this vault does not consist of shares');
    try {
      this.provider.unlock(share);
      await this.record(caller, 'unlock', `${this.provider.missingShares()} shares missing`);
    } catch (error) {
      if (error instanceof WrongShare) await this.record(caller, 'unlock', error.message);
      throw error;
    }
    return this.status();
  }

  private async record(caller: string, action: string, outcome: string): Promise<void> {
    await this.pool.query(RECORD, [caller, action, outcome]);
  }

  private async rewrapTable(input: {
    table: 'cards' | 'secrets';
    id: 'id' | 'name';
    currentKey: string;
    limit: number;
  }): Promise<number> {
    const { table, id, currentKey, limit } = input;
    if (limit <= 0) return 0;
    const { rows } = await this.pool.query<WrappedRow>(
      `SELECT ${id} AS id, wrapped_key AS "wrappedKey", key_id AS "keyID" FROM ${table} WHERE key_id <> $1 LIMIT $2`,
      [currentKey, limit],
    );
    const rewrapped = [];
    for (const { id: name, wrappedKey, keyID } of rows) {
      const key = await this.provider.unwrap({ keyID, bytes: wrappedKey }, name);
      const { bytes, keyID: newKeyID } = await this.provider.wrap(key, name);
      rewrapped.push({ id: name, old: wrappedKey.toString('hex'), bytes: bytes.toString('hex'), keyID: newKeyID });
    }
    // A card that is deleted at the same time stays deleted, and two rotations at once do no harm.
    const { rowCount } = await this.pool.query(
      `UPDATE ${table} SET wrapped_key = decode(n.bytes, 'hex'), key_id = n."keyID"
       FROM jsonb_to_recordset($1::jsonb) AS n (id text, old text, bytes text, "keyID" text)
       WHERE ${table}.${id} = n.id AND ${table}.wrapped_key = decode(n.old, 'hex')`,
      [JSON.stringify(rewrapped)],
    );
    return rowCount ?? 0;
  }

  private async countOthers(currentKey: string): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>(
      `SELECT ((SELECT count(*) FROM cards WHERE key_id <> $1) + (SELECT count(*) FROM secrets WHERE key_id <> $1))::int AS count`,
      [currentKey],
    );
    return rows[0]?.count ?? 0;
  }
}
