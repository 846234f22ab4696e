import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { shouldSplit, type EndpointStatus, type FailingQueueCount } from '../../../domain/delivery/webhook/endpoint';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { appendCommands } from '../../platform/outbox/outbox';
import type { Store } from '../../store';
import { deliveryWorkflow, queueChanged, type WebhookOwner } from './delivery.commands';
import { claimEndpoint } from './endpoint.lock';

interface EndpointRow extends WebhookOwner, FailingQueueCount {
  url: string;
  isDeleted: boolean;
  isPaused: boolean;
  dueCount: number;
  nextAttemptAt: Date | null;
}

const READ = statement<EndpointRow>(
  'endpoint-read',
  `SELECT w.id AS "webhookID", w.party_id AS "partyID", w.shop_id AS "shopID", w.url, w.deleted_at IS NOT NULL AS "isDeleted",
     w.paused_at IS NOT NULL AS "isPaused", b.count AS "batchedCount", b.due AS "dueCount", b.next_at AS "nextAttemptAt", r.count AS "retryingCount"
   FROM webhooks w
   JOIN LATERAL (
     SELECT count(*)::integer AS count, (count(*) FILTER (WHERE q.retry_at <= $2))::integer AS due, min(q.retry_at) AS next_at
     FROM webhook_queues q WHERE q.webhook_id = w.id AND q.state = 'batched'
   ) b ON true
   JOIN LATERAL (
     SELECT count(*)::integer AS count FROM webhook_queues q WHERE q.webhook_id = w.id AND q.state = 'retrying'
   ) r ON true
   WHERE w.id = $1`,
);

/** Queues that one call moves; the next call moves more. */
const MAX_MOVED = 500;

const MERGE_QUEUES = statement<{ subject: string }>(
  'endpoint-merge',
  `WITH chosen AS MATERIALIZED (
     SELECT webhook_id, subject FROM webhook_queues
     WHERE webhook_id = $1 AND state = 'retrying' LIMIT ${MAX_MOVED} FOR UPDATE SKIP LOCKED
   )
   UPDATE webhook_queues q SET state = 'batched', retry_at = coalesce(q.retry_at, now()) FROM chosen c
   WHERE q.webhook_id = c.webhook_id AND q.subject = c.subject RETURNING q.subject`,
);

/** Leaves leased queues: an attempt is in progress. */
const SPLIT_QUEUES = statement<{ subject: string }>(
  'endpoint-split',
  `WITH chosen AS MATERIALIZED (
     SELECT webhook_id, subject FROM webhook_queues
     WHERE webhook_id = $1 AND state = 'batched' AND (leased_until IS NULL OR leased_until < now())
     LIMIT ${MAX_MOVED} FOR UPDATE SKIP LOCKED
   )
   UPDATE webhook_queues q SET state = 'retrying', lease_token = NULL, leased_until = NULL FROM chosen c
   WHERE q.webhook_id = c.webhook_id AND q.subject = c.subject RETURNING q.subject`,
);

/**
 * Returns the status of an endpoint with batched queues, and moves queues between workflows of their own and the workflow of the endpoint
 * when their number requires it. A queue changes its owner in the transaction of the command that notifies the owner.
 * @param given.now the clock of attempts
 * @param given.maxWorkflows how many failing subjects of a webhook have a workflow each
 */
export async function rebalanceEndpoint(
  store: Store,
  given: { webhookID: string; now: Date; maxWorkflows: number },
): Promise<EndpointStatus> {
  const { database } = store;
  const rebalanced = await database.transaction(async (tx) => {
    const [, found] = await Promise.all([
      claimEndpoint(database, given.webhookID, tx),
      readEndpoint(database, given, tx),
    ]);
    const isMoved =
      found && !found.isDeleted && !found.isPaused ? await moveQueues(database, found, given.maxWorkflows, tx) : false;
    return { isMoved, found: isMoved ? await readEndpoint(database, given, tx) : found };
  });
  if (rebalanced.isMoved) store.wakeUp.send('outbox');
  return getStatus(rebalanced.found);
}

async function readEndpoint(
  database: Database,
  { webhookID, now }: { webhookID: string; now: Date },
  tx: Transaction,
): Promise<EndpointRow | undefined> {
  const [row] = await database.run(READ, [webhookID, rfc3339Text(now)], tx);
  return row;
}

/** @returns whether queues changed their owner */
async function moveQueues(
  database: Database,
  found: EndpointRow,
  maxWorkflows: number,
  tx: Transaction,
): Promise<boolean> {
  const { webhookID, partyID, shopID, batchedCount, retryingCount } = found;
  if (batchedCount === 0) return false;
  if (shouldSplit(found, maxWorkflows)) {
    const split = await database.run(SPLIT_QUEUES, [webhookID], tx);
    const owner = { webhookID, partyID, shopID };
    const commands = split.map(({ subject }) => deliveryWorkflow({ ...owner, subject }));
    await appendCommands(database, commands, tx);
    return split.length > 0;
  }
  if (retryingCount === 0) return false;
  const merged = await database.run(MERGE_QUEUES, [webhookID], tx);
  const commands = merged.map(({ subject }) => queueChanged(workflowIDs.delivery(webhookID, subject)));
  await appendCommands(database, commands, tx);
  return merged.length > 0;
}

function getStatus(found: EndpointRow | undefined): EndpointStatus {
  if (!found?.nextAttemptAt) return { kind: 'gone' };
  if (found.isDeleted) return { kind: 'webhookDeleted' };
  if (found.isPaused) return { kind: 'gone', isPaused: true };
  const { url, partyID, batchedCount, dueCount, nextAttemptAt } = found;
  const next = rfc3339Text(nextAttemptAt);
  const { host } = new URL(url);
  return {
    kind: 'waiting',
    snapshot: { host, partyID, subjectCount: batchedCount, dueCount, nextAttemptAt: next },
  };
}
