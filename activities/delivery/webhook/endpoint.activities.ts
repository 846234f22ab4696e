import { ApplicationFailure, Context } from '@temporalio/activity';
import { discardBatchedQueues } from '../../../store/delivery/webhook/discard';
import { findDestination } from '../../../store/delivery/webhook/endpoint';
import { rebalanceEndpoint } from '../../../store/delivery/webhook/queue-ownership';
import type { DeliveryConcurrency } from '../../../webhooks/delivery-concurrency';
import type { MessageSender, MessageSenderOptions } from '../../../webhooks/message-sender';
import { recordInBatches } from '../../../webhooks/record-in-batches';
import { failureTypes } from '../../../workflow-names/workflow-messages';
import type { EndpointActivities } from '../../../workflows/delivery/webhook/endpoint.contract';
import { Batch } from './endpoint-batch';
import type { RetryPacer } from './retry-pacer';

/** State shared by retries of queues and endpoints in one worker. */
export interface RetryParts {
  options: MessageSenderOptions & { maxWorkflows: number };
  sender: MessageSender;
  limiter: DeliveryConcurrency;
  pacer: RetryPacer;
}

/** Activities of endpoint workflows. */
export function createEndpointActivities({ options, sender, limiter, pacer }: RetryParts): EndpointActivities {
  const { store, maxWorkflows, now = () => new Date() } = options;
  const { database } = store;
  const record = recordInBatches(database);
  const settle = (webhookID: string) => rebalanceEndpoint(store, { webhookID, now: now(), maxWorkflows });
  return {
    rebalanceEndpoint: ({ webhookID }) => settle(webhookID),
    attemptDue: async ({ webhookID }) => {
      const context = Context.current();
      const destination = await findDestination(store, webhookID);
      const driver = {
        store,
        sender,
        maxWorkflows,
        recordDelivered: record,
        stop: context.cancellationSignal,
      };
      const batch = new Batch(destination, { driver, limiter, now, onAlive: () => context.heartbeat() });
      if (!(await batch.run())) pacer.refuse(destination.partyID);
      const { attemptCount, deliveredCount } = batch;
      return { attemptCount, deliveredCount, status: await settle(webhookID) };
    },
    attemptSubject: async () => null,
    makeDue: async () => 0,
    discardBatched: async ({ webhookID }) => {
      const { kind } = await settle(webhookID);
      if (kind === 'webhookDeleted') return discardBatchedQueues(store, webhookID);
      throw ApplicationFailure.nonRetryable('the webhook is not deleted', failureTypes.notDue);
    },
  };
}
