import type { QueueRef } from '../../../domain/delivery/webhook/queue';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { signals, workflowTypes } from '../../../workflow-names/workflow-messages';
import type { Command, SignalWithStartCommand, StartCommand } from '../../change-log';

/** The owner of a webhook; operators find its workflows by it. */
export interface WebhookOwner {
  webhookID: string;
  partyID: string;
  shopID: string | null;
}

type Owner = Omit<WebhookOwner, 'webhookID'>;

/** Signals a running workflow, so that a queue which it has just released is not lost. */
const WAKING = { kind: 'signalWithStart', signal: signals.queueChanged, signalArgs: [], mayRunAgain: true } as const;

/** Starts the workflow of a queue. */
export function deliveryWorkflow({ webhookID, subject, ...owner }: QueueRef & Owner): SignalWithStartCommand {
  const [type = '', id = ''] = subject.split('/');
  return {
    ...WAKING,
    workflowID: workflowIDs.delivery(webhookID, subject),
    workflowType: workflowTypes.delivery,
    args: [{ webhookID, subject }],
    searchAttributes: { ...getAttributes(owner), ...(type === 'invoice' ? { InvoiceID: id } : {}) },
    summary: `Messages about ${subject} to webhook ${webhookID}`,
  };
}

/** Starts the workflow that attempts the queues of an endpoint in batches. */
export function endpointWorkflow(owner: WebhookOwner): SignalWithStartCommand {
  return { ...startOfEndpoint(owner), ...WAKING };
}

/** Restarts the lost workflow of an endpoint. */
export function startOfEndpoint({ webhookID, ...owner }: WebhookOwner): StartCommand {
  return {
    kind: 'start',
    workflowID: workflowIDs.endpoint(webhookID),
    workflowType: workflowTypes.endpoint,
    args: [{ webhookID }],
    searchAttributes: getAttributes(owner),
    summary: `Messages about many subjects to webhook ${webhookID}`,
  };
}

/** Makes a running workflow read the state of its queues again. */
export function queueChanged(workflowID: string): Command {
  return { kind: 'signal', workflowID, signal: signals.queueChanged, args: [] };
}

function getAttributes({ partyID, shopID }: Owner): Record<string, string> {
  return { PartyID: partyID, ...(shopID === null ? {} : { ShopID: shopID }), EntityStatus: 'retrying' };
}
