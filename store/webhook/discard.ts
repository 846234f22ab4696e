import type { DiscardReason, QueueRef } from '../../domain/webhook/queue';
import { workflowIDs } from '../../domain/workflow-ids';
import { signals } from '../../domain/workflow-messages';
import { statement, type Database, type Transaction } from '../database';
import { appendCommands } from '../outbox/outbox';
import type { Store } from '../store';

const LOCK_ONE = statement<LockedQueue>(
  'queue-lock',
  'SELECT subject, state FROM webhook_queues WHERE webhook_id = $1 AND subject = $2 FOR UPDATE',
);

/** Queues that are busy this moment are left: whoever leases them next sees that their webhook is deleted. */
const LOCK_SOME = statement<LockedQueue>(
  'queue-lock-some',
  'SELECT subject, state FROM webhook_queues WHERE webhook_id = $1 LIMIT 500 FOR UPDATE SKIP LOCKED',
);

const DISCARD = statement(
  'queue-discard',
  `UPDATE webhook_deliveries SET status = 'discarded', finished_at = now(), discard_reason = $3
   WHERE webhook_id = $1 AND subject = ANY ($2::text[]) AND status = 'pending' RETURNING event_id`,
);

const DROP = statement('queue-drop', 'DELETE FROM webhook_queues WHERE webhook_id = $1 AND subject = ANY ($2::text[])');

interface LockedQueue {
  subject: string;
  state: 'ready' | 'retrying';
}

/**
 * Gives up what waits in a queue and records why. What happens later about the subject is delivered again.
 * @returns how many messages were discarded
 */
export async function discardQueue(store: Store, queue: QueueRef, reason: DiscardReason): Promise<number> {
  const { database } = store;
  return database.transaction(async (tx) => {
    const locked = await database.run(LOCK_ONE, [queue.webhookID, queue.subject], tx);
    return drop(database, { webhookID: queue.webhookID, locked, reason }, tx);
  });
}

/** Gives up all that waits for a webhook that was deleted, and tells the workflows that retry for it. */
export async function discardQueuesOf(store: Store, webhookID: string): Promise<void> {
  const { database } = store;
  let count: number;
  do {
    count = await database.transaction(async (tx) => {
      const locked = await database.run(LOCK_SOME, [webhookID], tx);
      await drop(database, { webhookID, locked, reason: 'webhookDeleted' }, tx);
      const retrying = locked.filter(({ state }) => state === 'retrying');
      await appendCommands(
        database,
        retrying.map(({ subject }) => ({
          kind: 'signal',
          workflowID: workflowIDs.delivery(webhookID, subject),
          signal: signals.queueChanged,
          args: [],
        })),
        tx,
      );
      return locked.length;
    });
    store.wakeUp.send('outbox');
  } while (count > 0);
}

/**
 * The queues are locked by a statement before these, which therefore see every message that was added under the
 * locks that came first: none is left behind without a queue.
 */
async function drop(
  database: Database,
  { webhookID, locked, reason }: { webhookID: string; locked: LockedQueue[]; reason: DiscardReason },
  tx: Transaction,
): Promise<number> {
  if (locked.length === 0) return 0;
  const subjects = locked.map(({ subject }) => subject);
  const discarded = await database.run(DISCARD, [webhookID, subjects, reason], tx);
  await database.run(DROP, [webhookID, subjects], tx);
  return discarded.length;
}
