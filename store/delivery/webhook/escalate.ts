import type { QueueRef } from '../../../domain/delivery/webhook/queue';
import { statement } from '../../postgres/database';
import { appendCommands } from '../../platform/outbox/outbox';
import type { Store } from '../../store';
import { recordFailed, type FailedMessage } from './attempt.record';
import { deliveryWorkflow, endpointWorkflow, type WebhookOwner } from './delivery.commands';
import { discardWithin } from './discard';
import { shareEndpoint } from './endpoint.lock';
import { MATCHES_KEYS } from './queue.lease';

type QueueOwner = QueueRef & WebhookOwner;

/**
 * Records a failed delivery. A queue of the dispatcher moves to a workflow in the same transaction; the workflow of an endpoint is notified
 * only of a queue that is due before its others. After its last attempt a batched queue is discarded here, another one by its workflow.
 * @param maxWorkflows how many failing subjects of a webhook have a workflow each
 * @returns false if the lease was lost and nothing was recorded
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

/** Longer than a live workflow takes for an attempt and its record. */
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
 * Restarts the workflows of queues that were not attempted when due. Idempotent.
 * @returns how many queues were found
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
