import type { Pool } from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import type { Behaviour } from '../behaviours/behaviour';
import { findOperation } from '../record/operations.record';
import { execute, type Execution } from './execute';
import type { OperationRequest } from './request';

/** What becomes of an operation, after it was carried out as asked, where the acquirer is wrong on purpose. */
export async function beWrong(pool: Pool, operationID: string, behaviour: Behaviour | undefined): Promise<void> {
  switch (behaviour?.type) {
    case 'loseEffect':
      // A void without its effect leaves the payer's page or code as it was.
      await pool.query(
        `WITH effect AS (DELETE FROM effects WHERE operation_id = $1),
           lost AS (DELETE FROM operations WHERE operation_id = $1 RETURNING kind, authorisation_id)
         UPDATE operations o SET status = 'interactionRequired', failure = NULL, decided_at = NULL FROM lost
         WHERE lost.kind = 'void' AND o.operation_id = lost.authorisation_id AND o.interaction IS NOT NULL
           AND o.status = 'declined' AND o.failure = 'authorization_failed:operation_blocked'`,
        [operationID],
      );
      return;
    case 'forget':
      await pool.query('DELETE FROM operations WHERE operation_id = $1', [operationID]);
      return;
    case 'doubleEffect':
      await pool.query(
        `INSERT INTO effects (operation_id, authorisation_id, kind, amount)
         SELECT operation_id, authorisation_id, kind, amount FROM effects WHERE operation_id = $1`,
        [operationID],
      );
      return;
    case 'misstate':
      await pool.query('UPDATE effects SET amount = greatest(0, amount + $2) WHERE operation_id = $1', [
        operationID,
        behaviour.differenceMinor,
      ]);
      return;
    case 'garble':
      await pool.query('UPDATE operations SET garbled = $2 WHERE operation_id = $1', [operationID, behaviour.how]);
      return;
    default:
  }
}

const POLL_MS = 100;
/** Who never voids it has his hold then, in a process that lives so long. */
const MAX_WAY_MS = 60 * 60_000;

/** Carries out an operation only when it was voided already, as if nobody had ever blocked it. Asked for again it comes once. */
export async function holdAfterVoid(execution: Execution, operation: OperationRequest): Promise<void> {
  const { pool } = execution;
  const { operationID } = operation;
  for (const end = Date.now() + MAX_WAY_MS; Date.now() < end; await delay(POLL_MS, undefined, { ref: false })) {
    if (pool.ending) return;
    const met = await findOperation(pool, operationID);
    if (met?.request_hash) return;
    if (met) break;
  }
  await pool.query('DELETE FROM operations WHERE operation_id = $1 AND request_hash IS NULL', [operationID]);
  await execute(execution, operation, { isAttemptRecorded: true });
}
