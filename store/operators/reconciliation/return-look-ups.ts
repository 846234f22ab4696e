import { toColumn } from '../../postgres/columns';
import { statement, type Database } from '../../postgres/database';
import { startTracked } from '../recovery/tracked-workflows';
import type { Store } from '../../store';
import { lateSuccessStart } from './late-success';

/** The first look-up is this long after the success; then it is repeated as often. */
const INTERVAL_MS = 86_400_000;
const BATCH_SIZE = 100;

const PLAN = statement(
  'return-look-up-plan',
  `INSERT INTO return_look_ups AS l (operation_id, connector, due_at, ends_at) VALUES ($1, $2, $3, $4)
   ON CONFLICT (operation_id) DO UPDATE SET ends_at = greatest(l.ends_at, EXCLUDED.ends_at)`,
);

/**
 * Plans daily look-ups of a payout or refund, which may come back after it succeeded, or of an operation whose receipt waits. Planned before the success is recorded, so
 * that a killed worker forgets none. Idempotent.
 */
export async function planReturnLookUps(
  database: Database,
  { operationID, connector, forMs }: { operationID: string; connector: string; forMs: number | undefined },
  now = new Date(),
): Promise<void> {
  if (forMs === undefined) return;
  const [dueAt, endsAt] = [INTERVAL_MS, forMs].map((ms) => toColumn(new Date(now.getTime() + ms)));
  await database.run(PLAN, [operationID, connector, dueAt, endsAt]);
}

const DUE = statement<{ operationID: string; connector: string }>(
  'return-look-up-due',
  `SELECT operation_id AS "operationID", connector FROM return_look_ups WHERE due_at <= $1
   ORDER BY due_at LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED`,
);
const DELETE_ENDED = statement(
  'return-look-up-delete',
  `DELETE FROM return_look_ups WHERE operation_id = ANY ($1::text[]) AND ends_at <= $2`,
);
const POSTPONE = statement(
  'return-look-up-postpone',
  `UPDATE return_look_ups SET due_at = $2 WHERE operation_id = ANY ($1::text[])`,
);

/** Starts the look-ups that are due; the last one is after the end of the period. @returns their number */
export async function startReturnLookUps(store: Store, now = new Date()): Promise<number> {
  const { database } = store;
  const count = await database.transaction(async (tx) => {
    const due = await database.run(DUE, [toColumn(now)], tx);
    const ids = due.map(({ operationID }) => operationID);
    if (ids.length === 0) return 0;
    await database.run(DELETE_ENDED, [ids, toColumn(now)], tx);
    await database.run(POSTPONE, [ids, toColumn(new Date(now.getTime() + INTERVAL_MS))], tx);
    await startTracked(
      database,
      due.map(({ operationID, connector }) => lateSuccessStart(connector, operationID)),
      tx,
    );
    return ids.length;
  });
  if (count > 0) store.wakeUp.send('outbox');
  return count;
}

const END = statement('return-look-up-end', 'DELETE FROM return_look_ups WHERE operation_id = $1');

/** A return that was found, or the receipt of a capture, is looked for no more. */
export async function endReturnLookUps(database: Database, operationID: string): Promise<void> {
  await database.run(END, [operationID]);
}
