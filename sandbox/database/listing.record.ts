import type { Pool } from 'pg';
import type { Corruption, BehaviourOperation } from '../behaviours/behaviour';
import type { SandboxOperationStatus } from './rows';

/** A decided operation with its effects. */
export interface ListedRow {
  operation_id: string;
  kind: BehaviourOperation;
  status: Exclude<SandboxOperationStatus, 'interactionRequired'>;
  currency: string | null;
  /** The sum of its effects; bigint arrives as text. */
  moved: string | null;
  effects: number;
  captured: string;
  voided: string;
  /** With microseconds, for the cursor. */
  decided: string;
  /** How its row is garbled. */
  garbled: Corruption | null;
}

/** An unnamed statement is planned for each execution, as the table grows. */
const LISTING = `
    SELECT o.operation_id, o.kind, o.status, o.garbled, coalesce(o.currency, a.currency) AS currency, e.moved, e.effects,
      e.captured, e.voided, to_char(o.decided_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS decided
    FROM operations o LEFT JOIN operations a ON a.operation_id = o.authorisation_id,
      LATERAL (
        SELECT sum(amount) FILTER (WHERE e.operation_id = o.operation_id) AS moved,
          count(*) FILTER (WHERE e.operation_id = o.operation_id)::integer AS effects,
          coalesce(sum(amount) FILTER (WHERE e.kind = 'capture'), 0) AS captured,
          coalesce(sum(amount) FILTER (WHERE e.kind = 'void'), 0) AS voided
        FROM effects e WHERE e.authorisation_id = coalesce(o.authorisation_id, o.operation_id)
      ) e
    WHERE o.decided_at >= $1 AND o.decided_at < $2 AND (o.decided_at, o.operation_id) > ($3, $4)
      AND o.status <> 'interactionRequired' AND o.request_hash IS NOT NULL
    ORDER BY o.decided_at, o.operation_id LIMIT $5`;

/** Lists operations decided within a window, oldest first, without blocked ones. */
export async function listDecided(
  pool: Pool,
  { from, to, after, limit }: { from: Date; to: Date; after: { decided: string; operationID: string }; limit: number },
): Promise<ListedRow[]> {
  const { rows } = await pool.query<ListedRow>(LISTING, [from, to, after.decided, after.operationID, limit]);
  return rows;
}
