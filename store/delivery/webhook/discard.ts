import type { DiscardReason, QueueRef } from '../../../domain/delivery/webhook/queue';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { appendCommands } from '../../platform/outbox/outbox';
import type { Store } from '../../store';
import { queueChanged } from './delivery.commands';
import { REVOKE_LEASE, type QueueState } from './queue.lease';

const LOCK_ONE = statement<LockedQueue>(
  'queue-lock',
  'SELECT subject, state FROM webhook_queues WHERE webhook_id = $1 AND subject = $2 FOR UPDATE',
);

/** Skips locked queues: their next owner sees that the webhook is deleted. */
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

/** A leased queue stays, empty, until it is released (`releaseQueues`), so that later messages keep their order. */
const CLEAR = statement(
  'queue-clear',
  `WITH sending AS (
     UPDATE webhook_queues q SET state = 'ready', retry_at = NULL, replay_id = NULL, last_event_id = 0, ${REVOKE_LEASE}
     WHERE q.webhook_id = $1 AND q.subject = ANY ($2::text[]) AND q.leased_until >= now()
   )
   DELETE FROM webhook_queues
   WHERE webhook_id = $1 AND subject = ANY ($2::text[]) AND (leased_until IS NULL OR leased_until < now())`,
);

interface LockedQueue {
  subject: string;
  state: QueueState;
}

/**
 * Discards the waiting messages of a queue. Later messages of the subject are delivered.
 * @returns how many messages were discarded
 */
export async function discardQueue(store: Store, queue: QueueRef, reason: DiscardReason): Promise<number> {
  const { database } = store;
  return database.transaction((tx) => discardWithin(database, queue, reason, tx));
}

/** Discards the waiting messages of a queue within a transaction. */
export async function discardWithin(
  database: Database,
  { webhookID, subject }: QueueRef,
  reason: DiscardReason,
  tx: Transaction,
): Promise<number> {
  const locked = await database.run(LOCK_ONE, [webhookID, subject], tx);
  return dropQueues(database, { webhookID, locked, reason }, tx);
}

const LOCK_BATCHED = statement<LockedQueue>(
  'queue-lock-batched',
  `SELECT subject, state FROM webhook_queues WHERE webhook_id = $1 AND state = 'batched'
   ORDER BY subject LIMIT 500 FOR UPDATE`,
);

/**
 * Discards the batched queues of a deleted endpoint. An attempt in progress is not recorded.
 * @returns how many messages were discarded
 */
export async function discardBatchedQueues({ database }: Store, webhookID: string): Promise<number> {
  const reason = 'webhookDeleted';
  let discardedCount = 0;
  for (let isMore = true; isMore;) {
    const part = await database.transaction(async (tx) => {
      const locked = await database.run(LOCK_BATCHED, [webhookID], tx);
      return { found: locked.length, discarded: await clearQueues(database, { webhookID, locked, reason }, tx) };
    });
    isMore = part.found > 0;
    discardedCount += part.discarded;
  }
  return discardedCount;
}

/** Discards all messages of a deleted webhook and notifies its workflows. */
export async function discardWebhookQueues(store: Store, webhookID: string): Promise<void> {
  const { database } = store;
  let count: number;
  do {
    count = await database.transaction(async (tx) => {
      const locked = await database.run(LOCK_SOME, [webhookID], tx);
      await dropQueues(database, { webhookID, locked, reason: 'webhookDeleted' }, tx);
      const retrying = locked.filter(({ state }) => state === 'retrying');
      const workflowIDsToWake = new Set<string>(
        retrying.map(({ subject }) => workflowIDs.delivery(webhookID, subject)),
      );
      if (locked.some(({ state }) => state === 'batched')) workflowIDsToWake.add(workflowIDs.endpoint(webhookID));
      await appendCommands(database, [...workflowIDsToWake].map(queueChanged), tx);
      return locked.length;
    });
    store.wakeUp.send('outbox');
  } while (count > 0);
}

interface Locked {
  webhookID: string;
  locked: LockedQueue[];
  reason: DiscardReason;
}

/** Discards messages of locked queues without a lease. */
async function dropQueues(database: Database, given: Locked, tx: Transaction): Promise<number> {
  return discard(database, given, DROP, tx);
}

/** Discards messages of locked queues that may be leased. */
export async function clearQueues(database: Database, given: Locked, tx: Transaction): Promise<number> {
  return discard(database, given, CLEAR, tx);
}

/** The queues are locked by an earlier statement, so this one sees every message added before. */
async function discard(
  database: Database,
  { webhookID, locked, reason }: Locked,
  end: typeof DROP,
  tx: Transaction,
): Promise<number> {
  if (locked.length === 0) return 0;
  const subjects = locked.map(({ subject }) => subject);
  const discarded = await database.run(DISCARD, [webhookID, subjects, reason], tx);
  await database.run(end, [webhookID, subjects], tx);
  return discarded.length;
}
