import type { Pool } from 'pg';
import type { RotationProgress, VaultStatus } from '../client/vault.types';
import { AUDIT_COLUMNS } from '../cards/audit-entry';
import { VaultLocked, type KeyProvider } from './key-encryption';

interface WrappedRow {
  id: string;
  wrappedKey: Buffer;
  keyID: string;
}

const TABLES = [
  { table: 'secrets', id: 'name' },
  { table: 'cards', id: 'id' },
] as const;

const RECORD = `INSERT INTO audit_log ${AUDIT_COLUMNS} VALUES ($1, 'rotate', NULL, NULL, NULL, NULL, NULL, $2)`;

/** Rewraps data keys under the current key-encryption key. The data itself is not touched, so that cards stay usable. */
export class Rotation {
  constructor(
    private readonly pool: Pool,
    private readonly provider: KeyProvider,
  ) {}

  async rewrap(batchSize: number, caller: string): Promise<RotationProgress> {
    const currentKey = this.provider.currentKeyID();
    let rewrapped = 0;
    for (const { table, id } of TABLES)
      rewrapped += await this.rewrapTable({ table, id, currentKey, limit: batchSize - rewrapped });
    const remaining = await this.countOthers(currentKey);
    await this.pool.query(RECORD, [caller, `${rewrapped} keys under ${currentKey}, ${remaining} remain`]);
    return { rewrapped, remaining, currentKey };
  }

  async status(): Promise<VaultStatus> {
    const { rows } = await this.pool.query<{ keyID: string; count: string }>(
      'SELECT key_id AS "keyID", count(*)::text AS count FROM cards GROUP BY key_id ORDER BY key_id',
    );
    const cardsByKey = Object.fromEntries(rows.map(({ keyID, count }) => [keyID, Number(count)]));
    try {
      return { state: 'ready', currentKey: this.provider.currentKeyID(), cardsByKey, missingShares: 0 };
    } catch (error) {
      if (error instanceof VaultLocked) return { state: 'locked', cardsByKey, missingShares: error.missingShares };
      throw error;
    }
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
