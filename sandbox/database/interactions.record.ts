import type { Pool } from 'pg';
import type { OperationRow } from './rows';

/** Ends interactions in one statement: decision, effect and callback. `$2` is the failure; null approves. */
const decideWhere = (condition: string) => `
  WITH decided AS (
    UPDATE operations SET status = CASE WHEN $2::text IS NULL THEN 'approved' ELSE 'declined' END, failure = $2::text,
      decided_at = now()
    WHERE status = 'interactionRequired' AND ${condition}
    RETURNING *
  ),
  effect AS (
    INSERT INTO effects (operation_id, authorisation_id, kind, amount)
    SELECT operation_id, operation_id, kind, coalesce(taken, amount, 0) FROM decided WHERE status = 'approved'
  ),
  callback AS (
    INSERT INTO callbacks (operation_id, url)
    SELECT operation_id, callback_url FROM decided WHERE callback_url IS NOT NULL
  )
  SELECT * FROM decided`;

/** Ends an interaction; undefined if it has ended before. */
export async function decideInteraction(
  pool: Pool,
  decision: { operationID: string; failure?: string },
): Promise<OperationRow | undefined> {
  const { rows } = await pool.query<OperationRow>(decideWhere('operation_id = $1'), [
    decision.operationID,
    decision.failure ?? null,
  ]);
  return rows[0];
}

/** Ends expired interactions. */
export async function expireInteractions(pool: Pool, now: Date): Promise<OperationRow[]> {
  const { rows } = await pool.query<OperationRow>(decideWhere('expires_at <= $1'), [
    now,
    'preauthorization_failed:unknown',
  ]);
  return rows;
}

export async function findByPageToken(pool: Pool, pageToken: string): Promise<OperationRow | undefined> {
  const { rows } = await pool.query<OperationRow>('SELECT * FROM operations WHERE page_token = $1', [pageToken]);
  return rows[0];
}

/**
 * Stores the payer's return address once, while the interaction is pending, so that later visitors cannot change it.
 * Returns the stored address.
 */
export async function keepReturnAddress(
  pool: Pool,
  { pageToken, address }: { pageToken: string; address: string },
): Promise<string | undefined> {
  const { rows } = await pool.query<{ return_to: string }>(
    `UPDATE operations SET return_to = coalesce(return_to, $2)
     WHERE page_token = $1 AND status = 'interactionRequired' RETURNING return_to`,
    [pageToken, address],
  );
  return rows[0]?.return_to;
}

/** Finds an operation by receipt code or transfer address. */
export async function findByPayCode(pool: Pool, payCode: string): Promise<OperationRow | undefined> {
  const { rows } = await pool.query<OperationRow>('SELECT * FROM operations WHERE pay_code = $1', [payCode]);
  return rows[0];
}

/** Lists pending operations, newest first. */
export async function listAwaiting(pool: Pool, limit: number): Promise<OperationRow[]> {
  const { rows } = await pool.query<OperationRow>(
    `SELECT * FROM operations WHERE status = 'interactionRequired' ORDER BY created_at DESC LIMIT $1`,
    [limit],
  );
  return rows;
}
