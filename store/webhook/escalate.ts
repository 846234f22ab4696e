import type { QueueRef } from '../../domain/webhook/queue';
import { statement } from '../database';
import { appendCommands } from '../outbox/outbox';
import type { Store } from '../store';
import { recordFailed, type FailedMessage } from './attempt.record';
import { deliveryWorkflow, endpointWorkflow, type WebhookOwner } from './delivery.commands';
import { discardWithin } from './discard';
import { shareEndpoint } from './endpoint.lock';
import { MATCHES_KEYS } from './queue.lease';

type QueueOwner = QueueRef & WebhookOwner;

/**
 * Records that a message was not taken. A queue that the dispatcher drove passes in the same transaction to its workflow, or to
 * the endpoint's, which is told only where nothing of what it waits for comes earlier. A queue that is attempted in batches is
 * given up here when this was its last attempt; a workflow of its own does that itself.
 * @param maxWorkflows how many subjects of a webhook have a workflow each
 * @returns whether it was recorded: false where the lease was lost
 */
export async function recordFailedDelivery(
  store: Store,
  refused: FailedMessage,
  maxWorkflows: number,
): Promise<boolean> {
  const { database } = store;
  const { webhookID, subject } = refused.queue;
  const outcome = await database.transaction(async (tx) => {
    const [, queue] = await Promise.all([
      shareEndpoint(database, webhookID, tx),
      recordFailed(database, { ...refused, maxWorkflows }, tx),
    ]);
    if (!queue) return { isRecorded: false, hasCommands: false };
    if (queue.state === 'batched' && refused.retryAt === null) {
      await discardWithin(database, { webhookID, subject }, 'retriesEnded', tx);
      return { isRecorded: true, hasCommands: false };
    }
    if (queue.stateBefore !== 'ready' || queue.state === 'ready') return { isRecorded: true, hasCommands: false };
    const owner = { webhookID, partyID: queue.partyID, shopID: queue.shopID };
    if (queue.state === 'retrying') await appendCommands(database, [deliveryWorkflow({ ...owner, subject })], tx);
    else if (queue.isNextOfBatch) await appendCommands(database, [endpointWorkflow(owner)], tx);
    return { isRecorded: true, hasCommands: queue.state === 'retrying' || queue.isNextOfBatch };
  });
  if (outcome.hasCommands) store.wakeUp.send('outbox');
  return outcome.isRecorded;
}

/** Long enough for a workflow that is alive to have made its attempt and noted the next one. */
const LOST_AFTER_SECONDS = 300;

const FIND_LOST = statement<QueueOwner>(
  'queue-find-lost',
  `SELECT q.webhook_id AS "webhookID", q.subject, w.party_id AS "partyID", w.shop_id AS "shopID"
   FROM webhook_queues q JOIN webhooks w ON w.id = q.webhook_id AND w.paused_at IS NULL
   WHERE q.state = 'retrying' AND q.retry_at < now() - make_interval(secs => ${LOST_AFTER_SECONDS})
     AND coalesce(q.leased_until, q.retry_at) < now() - make_interval(secs => ${LOST_AFTER_SECONDS})
     AND (SELECT true FROM outbox o WHERE o.workflow_id = 'webhook/' || q.webhook_id || '/' || q.subject LIMIT 1) IS NULL
   LIMIT 100 FOR UPDATE OF q SKIP LOCKED`,
);

const POSTPONE = statement(
  'queue-postpone',
  `UPDATE webhook_queues q SET retry_at = now()
   WHERE ${MATCHES_KEYS} AND (webhook_id, subject) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
);

/**
 * Starts workflows again for queues that nobody has tried since they were due: an operator terminated the workflow, or
 * the engine lost its record. Harmless where the workflow is alive: it looks at the record once more.
 * @returns how many queues were found so
 */
export async function recoverLostQueues(store: Store): Promise<number> {
  const { database } = store;
  const count = await database.transaction(async (tx) => {
    const lost = await database.run(FIND_LOST, [], tx);
    if (lost.length === 0) return 0;
    const names = [lost.map(({ webhookID }) => webhookID), lost.map(({ subject }) => subject)];
    await database.run(POSTPONE, names, tx);
    await appendCommands(database, lost.map(deliveryWorkflow), tx);
    return lost.length;
  });
  if (count > 0) store.wakeUp.send('outbox');
  return count;
}
