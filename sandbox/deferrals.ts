import type { Pool } from 'pg';
import type { CallbackSender } from './callbacks/callback-sender';

/** Each changes the operation and makes its callback due. */
const ENDS = {
  decide: `UPDATE operations SET pending_until = now(), decided_at = now()
      WHERE operation_id = $1 AND pending_until > now() RETURNING operation_id, callback_url`,
  return: `UPDATE operations SET returned_at = now() WHERE operation_id = $1 AND kind = 'payOut' AND status = 'approved'
      AND coalesce(pending_until, now()) <= now() AND coalesce(returned_at > now(), true) RETURNING operation_id, callback_url`,
};

/** Ends what is pending, and returns payouts, for tests. */
export class SandboxDeferrals {
  constructor(
    private readonly pool: Pool,
    private readonly callbacks: CallbackSender,
  ) {}

  /** Decides a pending operation or returns a payout now; returns whether it could. */
  async end(operationID: string, then: keyof typeof ENDS): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `WITH changed AS (${ENDS[then]}),
       due AS (
         UPDATE callbacks SET delivered_at = NULL, next_attempt_at = now()
         WHERE operation_id IN (SELECT operation_id FROM changed) RETURNING operation_id
       ),
       created AS (
         INSERT INTO callbacks (operation_id, url) SELECT operation_id, callback_url FROM changed
         WHERE callback_url IS NOT NULL AND operation_id NOT IN (SELECT operation_id FROM due)
       )
       SELECT 1 FROM changed`,
      [operationID],
    );
    this.callbacks.wake();
    return rowCount === 1;
  }
}
