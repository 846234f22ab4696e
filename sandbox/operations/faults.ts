import type { Pool } from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import type { Behaviour } from '../behaviours/behaviour';
import { findOperation } from '../database/operations.record';
import { execute, type Execution } from './execute';
import type { SandboxOperationRequest } from './request';

/** Injects a silent error after an operation was executed. */
export async function injectFault(pool: Pool, operationID: string, behaviour: Behaviour | undefined): Promise<void> {
  switch (behaviour?.type) {
    case 'loseEffect':
      // A void without effect restores the interaction.
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
/** Without a void the hold is created after this time. */
const MAX_DELAY_MS = 60 * 60_000;

/** Executes an operation only after its void, ignoring the block; repetitions execute it once. */
export async function holdAfterVoid(execution: Execution, operation: SandboxOperationRequest): Promise<void> {
  const { pool } = execution;
  const { operationID } = operation;
  for (const end = Date.now() + MAX_DELAY_MS; Date.now() < end; await delay(POLL_MS, undefined, { ref: false })) {
    if (pool.ending) return;
    const found = await findOperation(pool, operationID);
    if (found?.request_hash) return;
    if (found) break;
  }
  await pool.query('DELETE FROM operations WHERE operation_id = $1 AND request_hash IS NULL', [operationID]);
  await execute(execution, operation, { isAttemptRecorded: true });
}
