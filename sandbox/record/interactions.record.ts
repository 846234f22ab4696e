import type { Pool } from 'pg';
import type { OperationRow } from './rows';

/**
 * Ends interactions in one statement: the decision, its effect and the callback that tells it. `$2` null approves, so
 * the money moves; else it is the failure.
 */
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

/** Ends the interaction of an operation; undefined when it has ended already. */
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

/** Ends every interaction whose time is up. */
export async function expireInteractions(pool: Pool, now: Date): Promise<OperationRow[]> {
  const { rows } = await pool.query<OperationRow>(decideWhere('expires_at <= $1'), [
    now,
    'preauthorization_failed:unknown',
  ]);
  return rows;
}

/** The operation behind a page. */
export async function findByPageToken(pool: Pool, pageToken: string): Promise<OperationRow | undefined> {
  const { rows } = await pool.query<OperationRow>('SELECT * FROM operations WHERE page_token = $1', [pageToken]);
  return rows[0];
}

/**
 * Keeps where the payer wants to return to, once and while he is awaited: whoever opens the page after him cannot send
 * him elsewhere. Gives what is kept.
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

/** The operation that a payer names by the code of its receipt or the address of its transfer. */
export async function findByPayCode(pool: Pool, payCode: string): Promise<OperationRow | undefined> {
  const { rows } = await pool.query<OperationRow>('SELECT * FROM operations WHERE pay_code = $1', [payCode]);
  return rows[0];
}

/** What waits for a payer, newest first. */
export async function listAwaiting(pool: Pool, limit: number): Promise<OperationRow[]> {
  const { rows } = await pool.query<OperationRow>(
    `SELECT * FROM operations WHERE status = 'interactionRequired' ORDER BY created_at DESC LIMIT $1`,
    [limit],
  );
  return rows;
}
