import { Refusal } from '../../../domain/platform/errors/refusal';
import { requireRow } from '../../postgres/require-row';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { auditWithin } from '../../platform/audit/audited';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { appendCommands } from '../../platform/outbox/outbox';
import type { Store } from '../../store';
import { queueChanged } from './delivery.commands';
import { clearQueues } from './discard';
import type { QueueState } from './queue.lease';

/** Selects failing queues of a webhook, or of one subject. */
export interface FailedQueueSelector {
  webhookID: string;
  subject?: string | undefined;
}

interface LockedQueue {
  subject: string;
  state: QueueState;
}

const FIND = statement<{ isPaused: boolean }>(
  'decide-webhook',
  'SELECT paused_at IS NOT NULL AS "isPaused" FROM webhooks WHERE id = $1 AND deleted_at IS NULL',
);

const PAGE_SIZE = 500;

/** All queues of a paused webhook, the failing ones of others. */
const LOCK_PAGE = statement<LockedQueue>(
  'decide-page',
  `SELECT subject, state FROM webhook_queues
   WHERE webhook_id = $1 AND subject > $2 AND ($3::text IS NULL OR subject = $3) AND ($4 OR state <> 'ready')
   ORDER BY subject LIMIT ${PAGE_SIZE} FOR UPDATE`,
);

const TO_DISPATCHER = statement(
  'decide-retry',
  `UPDATE webhook_queues SET state = 'ready', retry_at = NULL
   WHERE webhook_id = $1 AND subject = ANY ($2::text[]) AND state = 'retrying'`,
);

const MAKE_DUE = statement(
  'decide-make-due',
  `UPDATE webhook_queues SET retry_at = least(retry_at, $3)
   WHERE webhook_id = $1 AND subject = ANY ($2::text[]) AND state = 'batched'`,
);

/**
 * Retries failed deliveries now: those with a workflow of their own through the dispatcher, batched ones through the workflow of the
 * endpoint. The retry schedule stays.
 * @returns how many subjects are retried
 * @throws Refusal notFound, invalidRequest for a paused webhook
 */
export async function retryNow(store: Store, choice: FailedQueueSelector): Promise<{ subjectCount: number }> {
  const { database } = store;
  if (await isPaused(database, choice.webhookID)) {
    throw new Refusal('invalidRequest', 'the webhook is paused: resume it');
  }
  const { webhookID } = choice;
  const subjectCount = await pageByPage(store, { ...choice, withReady: false }, async (locked, tx) => {
    const subjects = locked.map(({ subject }) => subject);
    await database.run(TO_DISPATCHER, [webhookID, subjects], tx);
    await database.run(MAKE_DUE, [webhookID, subjects, rfc3339Text(new Date())], tx);
    return subjects.length;
  });
  store.wakeUp.send('deliveries');
  return { subjectCount };
}

/**
 * Discards the messages of failing queues, or of a paused webhook. Later messages are delivered.
 * @returns how many messages were discarded
 * @throws Refusal notFound
 */
export async function discardNow(
  store: Store,
  { reason, ...choice }: FailedQueueSelector & { reason: string },
): Promise<{ discardedCount: number }> {
  const withReady = await isPaused(store.database, choice.webhookID);
  const discardedCount = await pageByPage(store, { ...choice, reason, withReady }, async (locked, tx) =>
    clearQueues(store.database, { webhookID: choice.webhookID, locked, reason: 'operator' }, tx),
  );
  return { discardedCount };
}

async function isPaused(database: Database, webhookID: string): Promise<boolean> {
  return requireRow(await database.run(FIND, [webhookID]), 'Webhook').isPaused;
}

/** Notifies workflows in the transaction that changes their queues; the first transaction writes the audit entry. */
async function pageByPage(
  store: Store,
  { webhookID, subject, reason, withReady }: FailedQueueSelector & { reason?: string; withReady: boolean },
  work: (locked: LockedQueue[], tx: Transaction) => Promise<number>,
): Promise<number> {
  const { database } = store;
  const audited = { type: 'webhook', id: webhookID, reason, ...(subject && { after: { subject } }) } as const;
  let total = 0;
  let after: string | undefined = '';
  while (after !== undefined) {
    const from: string = after;
    const page: { count: number; last: string | undefined } = await database.transaction(async (tx) => {
      if (from === '') await auditWithin(database, store.origin, [audited], tx);
      const locked = await database.run(LOCK_PAGE, [webhookID, from, subject ?? null, withReady], tx);
      const count = locked.length === 0 ? 0 : await work(locked, tx);
      await appendCommands(database, notifyWorkflows(webhookID, locked), tx);
      return { count, last: locked.length < PAGE_SIZE ? undefined : locked.at(-1)?.subject };
    });
    total += page.count;
    after = page.last;
    store.wakeUp.send('outbox');
  }
  return total;
}

function notifyWorkflows(webhookID: string, locked: readonly LockedQueue[]) {
  const own = locked
    .filter(({ state }) => state === 'retrying')
    .map((one) => workflowIDs.delivery(webhookID, one.subject));
  const endpoint = locked.some(({ state }) => state === 'batched') ? [workflowIDs.endpoint(webhookID)] : [];
  return [...own, ...endpoint].map(queueChanged);
}
