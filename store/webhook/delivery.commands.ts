import type { QueueRef } from '../../domain/webhook/queue';
import { workflowIDs } from '../../domain/workflow-ids';
import { signals, workflowTypes } from '../../domain/workflow-messages';
import type { Command, SignalWithStartCommand, StartCommand } from '../change-log';

/** Whose webhook it is: what operators find its workflows by. */
export interface WebhookOwner {
  webhookID: string;
  partyID: string;
  shopID: string | null;
}

type Owner = Omit<WebhookOwner, 'webhookID'>;

/** The signal wakes a workflow that still runs, so that a queue which it has just given back is not lost. */
const WAKING = { kind: 'signalWithStart', signal: signals.queueChanged, signalArgs: [], mayRunAgain: true } as const;

/** Has a queue driven by a workflow of its own. */
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

/** Has the queues of an endpoint attempted in batches by its one workflow. */
export function endpointWorkflow(owner: WebhookOwner): SignalWithStartCommand {
  return { ...startOfEndpoint(owner), ...WAKING };
}

/** Starts the workflow of an endpoint again where it was lost. */
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

/** Has a workflow that runs look at the record: its queues were taken from it, given to it or filled again. */
export function queueChanged(workflowID: string): Command {
  return { kind: 'signal', workflowID, signal: signals.queueChanged, args: [] };
}

function getAttributes({ partyID, shopID }: Owner): Record<string, string> {
  return { PartyID: partyID, ...(shopID === null ? {} : { ShopID: shopID }), EntityStatus: 'retrying' };
}
