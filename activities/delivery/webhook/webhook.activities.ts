import { ApplicationFailure, Context } from '@temporalio/activity';
import type { DiscardReason, QueueStatus } from '../../../domain/delivery/webhook/queue';
import { nextAttemptAt } from '../../../domain/delivery/webhook/retry-schedule';
import { discardQueue } from '../../../store/delivery/webhook/discard';
import { readQueueStatus } from '../../../store/delivery/webhook/queue.status';
import { leaseRetryingQueue } from '../../../store/delivery/webhook/queue.lease';
import { CONNECTIONS_PER_HOST, DeliveryConcurrency } from '../../../webhooks/delivery-concurrency';
import { MessageSender, type MessageSenderOptions } from '../../../webhooks/message-sender';
import { failureTypes } from '../../../workflow-names/workflow-messages';
import type { WebhookActivities } from '../../../workflows/delivery/webhook/delivery.contract';
import type { EndpointActivities } from '../../../workflows/delivery/webhook/endpoint.contract';
import { deliverLeased } from './deliver-queue';
import { createEndpointActivities } from './endpoint.activities';
import { RetryPacer } from './retry-pacer';

/** Concurrent deliveries; further activities of a worker are delayed. */
const CAPACITY = { total: 256, slow: 128, unprovenPerHost: CONNECTIONS_PER_HOST } as const;

export interface WebhookActivitiesOptions extends MessageSenderOptions {
  /** Subjects of a failing webhook that may have workflows of their own. */
  maxWorkflows: number;
}

/** Activities of webhook workflows. */
export function createWebhookActivities(options: WebhookActivitiesOptions): WebhookActivities & EndpointActivities {
  const { store, maxWorkflows, now = () => new Date() } = options;
  const sender = new MessageSender(options);
  const shared = { options, sender, pacer: new RetryPacer(), limiter: new DeliveryConcurrency(CAPACITY) };
  return {
    readQueueStatus: (queue) => readQueueStatus(store.database, queue),
    deliverQueue: async (ref) => {
      const { info } = Context.current();
      const owner = `${info.workflowExecution?.runId}/${info.activityId}`;
      const queue = await leaseRetryingQueue(store.database, ref, { owner, attempt: info.attempt, now: now() });
      if (queue) {
        const slot = shared.limiter.take(queue) ?? shared.pacer.refuse(queue.partyID);
        await deliverLeased({ store, sender, maxWorkflows }, queue, slot);
      }
      const status = await readQueueStatus(store.database, ref);
      // Another attempt holds the lease: without a failed message the workflow would ask again at once.
      return !queue && status.kind === 'due' ? shared.pacer.refuse(ref.webhookID) : status;
    },
    discardQueue: async ({ webhookID, subject }) => {
      const queue = { webhookID, subject };
      return discardQueue(store, queue, reasonToDiscard(await readQueueStatus(store.database, queue)));
    },
    ...createEndpointActivities(shared),
  };
}

/** The database says why messages are discarded; operators discard others in it (`store/delivery/webhook/operator-actions.ts`). */
function reasonToDiscard(status: QueueStatus): DiscardReason {
  if (status.kind === 'webhookDeleted') return 'webhookDeleted';
  if (status.kind === 'retrying') {
    const { firstAttemptAt, lastAttemptAt } = status.snapshot;
    const tried = { firstAttemptAt: new Date(firstAttemptAt), lastAttemptAt: new Date(lastAttemptAt) };
    if (!nextAttemptAt(tried)) return 'retriesEnded';
  }
  throw ApplicationFailure.nonRetryable('the messages are still to be delivered', failureTypes.notDue);
}
