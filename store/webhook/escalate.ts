import type { QueueRef } from '../../domain/webhook/queue';
import { workflowIDs } from '../../domain/workflow-ids';
import { signals, workflowTypes } from '../../domain/workflow-messages';
import { statement } from '../database';
import { appendCommands } from '../outbox/outbox';
import type { Command } from '../record';
import type { Store } from '../store';
import { recordRefused, type RefusedMessage } from './attempt.record';

/** Whose queue it is: what operators find its workflow by. */
interface QueueOwner extends QueueRef {
  partyID: string;
  shopID: string | null;
}

/**
 * Records that a message was not taken. A queue that the dispatcher drove passes to its workflow in the same
 * transaction. @returns whether it was recorded: false where the lease was lost
 */
export async function recordRefusal(store: Store, refused: RefusedMessage): Promise<boolean> {
  const { database } = store;
  const { webhookID, subject } = refused.queue;
  const recorded = await database.transaction(async (tx) => {
    const queue = await recordRefused(database, refused, tx);
    if (queue?.state === 'ready')
      await appendCommands(database, [deliveryWorkflow({ webhookID, subject, ...queue })], tx);
    return queue;
  });
  if (recorded?.state === 'ready') store.wakeUp.send('outbox');
  return recorded !== undefined;
}

/** Long enough for a workflow that is alive to have made its attempt and noted the next one. */
const LOST_AFTER_SECONDS = 300;

const FIND_LOST = statement<QueueOwner>(
  'queue-find-lost',
  `SELECT q.webhook_id AS "webhookID", q.subject, w.party_id AS "partyID", w.shop_id AS "shopID"
   FROM webhook_queues q JOIN webhooks w ON w.id = q.webhook_id
   WHERE q.state = 'retrying' AND q.retry_at < now() - make_interval(secs => ${LOST_AFTER_SECONDS})
     AND coalesce(q.leased_until, q.retry_at) < now() - make_interval(secs => ${LOST_AFTER_SECONDS})
     AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.workflow_id = 'webhook/' || q.webhook_id || '/' || q.subject)
   LIMIT 100 FOR UPDATE OF q SKIP LOCKED`,
);

const POSTPONE = statement(
  'queue-postpone',
  `UPDATE webhook_queues SET retry_at = now()
   WHERE (webhook_id, subject) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
);

/**
 * Starts workflows again for queues that nobody has tried since they were due: an operator terminated the workflow, or
 * the engine lost its record. Harmless where the workflow is alive: it looks at the record once more.
 * @returns how many queues were found so
 */
export async function reviveLostQueues(store: Store): Promise<number> {
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

/** The signal wakes a workflow that still runs, so that a queue which it has just given back is not lost. */
export function deliveryWorkflow({ webhookID, subject, partyID, shopID }: QueueOwner): Command {
  const [type = '', id = ''] = subject.split('/');
  return {
    kind: 'signalWithStart',
    workflowID: workflowIDs.delivery(webhookID, subject),
    workflowType: workflowTypes.delivery,
    args: [{ webhookID, subject }],
    signal: signals.queueChanged,
    signalArgs: [],
    mayRunAgain: true,
    searchAttributes: {
      PartyID: partyID,
      ...(shopID === null ? {} : { ShopID: shopID }),
      ...(type === 'invoice' ? { InvoiceID: id } : {}),
      EntityStatus: 'retrying',
    },
    summary: `Messages about ${subject} to webhook ${webhookID}`,
  };
}
