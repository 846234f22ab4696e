import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { VaultAuditVerification } from '../client/vault.types';

interface AuditRow {
  id: string;
  content: string;
}

interface ChainedRow extends AuditRow {
  place: string;
  hash: string;
}

const BATCH = 1_000;
/** One vault chains at a time. */
const CHAIN_LOCK = 727_302;

const CONTENT = `jsonb_build_array(id, extract(epoch FROM occurred_at), caller, action, card_id, party_id, operation_id, account, origin,
  outcome)::text`;

/**
 * Each entry of the audit log has a place and a hash over itself and the entry before. They are added shortly after the entry, so that
 * requests do not wait for each other.
 */
export class AuditChain {
  constructor(private readonly pool: Pool) {}

  /** Chains a batch of new entries. @returns the new head; undefined if there was nothing new */
  async extend(): Promise<{ head: string; place: number; hasMore: boolean } | undefined> {
    const client = await this.pool.connect();
    let failure: Error | undefined;
    try {
      await client.query('BEGIN');
      const { rows: turns } = await client.query<{ isOurs: boolean }>(
        'SELECT pg_try_advisory_xact_lock($1) AS "isOurs"',
        [CHAIN_LOCK],
      );
      const { rows } = await client.query<AuditRow>(
        `SELECT id::text AS id, ${CONTENT} AS content FROM audit_log WHERE hash IS NULL ORDER BY audit_log.id LIMIT $1`,
        [turns[0]?.isOurs ? BATCH : 0],
      );
      if (rows.length === 0) return void (await client.query('COMMIT'));
      const { rows: heads } = await client.query<{ place: string; hash: string }>(
        `SELECT place::text AS place, encode(hash, 'hex') AS hash FROM audit_log WHERE place IS NOT NULL ORDER BY audit_log.place DESC LIMIT 1`,
      );
      let [place, head] = [Number(heads[0]?.place ?? 0), heads[0]?.hash ?? ''];
      const chained = rows.map(({ id, content }) => {
        head = hashOf(head, content);
        place += 1;
        return { id, place, hash: head };
      });
      await client.query(
        `UPDATE audit_log SET place = c.place, hash = decode(c.hash, 'hex')
         FROM jsonb_to_recordset($1::jsonb) AS c (id bigint, place bigint, hash text) WHERE audit_log.id = c.id`,
        [JSON.stringify(chained)],
      );
      await client.query('COMMIT');
      return { head, place, hasMore: rows.length === BATCH };
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      failure = error as Error;
      throw error;
    } finally {
      client.release(failure);
    }
  }

  /** Recomputes the chain from its beginning. */
  async verify(): Promise<VaultAuditVerification> {
    let [place, head] = [0, ''];
    for (;;) {
      const { rows } = await this.pool.query<ChainedRow>(
        `SELECT id::text AS id, ${CONTENT} AS content, place::text AS place, encode(hash, 'hex') AS hash
         FROM audit_log WHERE place > $1 ORDER BY audit_log.place LIMIT $2`,
        [place, BATCH],
      );
      for (const row of rows) {
        const expected = hashOf(head, row.content);
        if (Number(row.place) !== place + 1 || row.hash !== expected)
          return { ...(await this.count()), brokenAt: place + 1 };
        place += 1;
        head = expected;
      }
      if (rows.length < BATCH) return { ...(await this.count()), ...(head && { head }) };
    }
  }

  private async count(): Promise<{ entries: number; unchained: number }> {
    const { rows } = await this.pool.query<{ entries: number; unchained: number }>(
      'SELECT count(*)::int AS entries, count(*) FILTER (WHERE place IS NULL)::int AS unchained FROM audit_log',
    );
    return rows[0] ?? { entries: 0, unchained: 0 };
  }
}

function hashOf(previous: string, content: string): string {
  return createHash('sha256').update(previous).update(content).digest('hex');
}
