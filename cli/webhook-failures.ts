import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { Command } from 'commander';
import { workflowIDs } from '../domain/workflow-ids';
import { updates } from '../domain/workflow-messages';
import { auditOperatorAction, discardNow } from '../store/webhook/operator-actions';
import { findFailingEndpoints } from '../store/webhook/failing-endpoints';
import { getWebhookOverview } from '../store/webhook/webhook.overview';
import { withRemoteOption, callOperatorsApi, getOperatorsUrl } from './remote';
import { assertReason } from './webhook-settings';
import { withEngine } from './with-engine';
import { print, withStoreAs } from './with-store';

const SUBJECT = [
  '--subject <subject>',
  'only about this: invoice/ID, customer/ID, withdrawal/ID, destination/ID',
] as const;

interface Decision {
  webhookID: string;
  subject?: string;
  update: (typeof updates)[keyof typeof updates];
  /** What the update is given, beside the subject. */
  request?: { reason: string };
}

/** `webhook retry|discard`: the updates of the workflows that attempt what is in trouble, whichever these are. */
export function addTroubleCommands(webhook: Command): void {
  withRemoteOption(webhook.command('retry'))
    .description('try now what an endpoint did not take; the timetable stays')
    .argument('<id>', "the webhook's id")
    .option(...SUBJECT)
    .action((webhookID: string, { subject }: { subject?: string }, command: Command) =>
      decide(command, { webhookID, subject, update: updates.retryNow }),
    );
  withRemoteOption(webhook.command('discard'))
    .description('give up what waits for an endpoint that does not take it, or is paused')
    .argument('<id>', "the webhook's id")
    .requiredOption('--reason <reason>', 'why: the audit log keeps it')
    .option(...SUBJECT)
    .action((webhookID: string, { subject, reason }: { subject?: string; reason: string }, command: Command) => {
      assertReason(reason);
      return decide(command, { webhookID, subject, update: updates.discard, request: { reason } });
    });
}

/**
 * Over HTTP, and of a paused webhook, the record is told; else the workflows are, which answer with what came of it. Who attempts
 * says the record: the endpoint's workflow, or those of its subjects. Prints a line for each that answered.
 */
async function decide(command: Command, decision: Decision): Promise<void> {
  const { webhookID, subject, update: name, request } = decision;
  const url = getOperatorsUrl(command);
  if (url !== undefined) {
    const path = `webhooks/${encodeURIComponent(webhookID)}/${command.name()}`;
    return print(await callOperatorsApi<object>(url, { method: 'POST', path, body: { ...request, subject } }));
  }
  await withStoreAs(`webhook ${command.name()}`, async (store) => {
    const { pausedAt } = await getWebhookOverview(store.database, webhookID);
    if (pausedAt && name === updates.retryNow) throw new Error('the webhook is paused: resume it');
    const reason = decision.request?.reason ?? '';
    if (pausedAt) return print({ webhookID, ...(await discardNow(store, { webhookID, subject, reason })) });
    const { retrying, isBatched } = await findFailingEndpoints(store.database, { webhookID, subject });
    if (retrying.length === 0 && !isBatched) throw new Error('nothing of this webhook is in trouble');
    await auditOperatorAction(store, decision);
    await withEngine(async ({ client }) => {
      const own = retrying.map((one) => update(client, workflowIDs.delivery(webhookID, one), decision));
      const endpoint = isBatched ? [update(client, workflowIDs.endpoint(webhookID), decision)] : [];
      await Promise.all([...endpoint, ...own]);
    });
  });
}

async function update(client: Client, workflowID: string, { update: name, subject, request }: Decision): Promise<void> {
  // The workflow of one subject has no choice, and pays no heed to one.
  const args: [object] = [{ ...request, ...(subject === undefined ? {} : { subject }) }];
  try {
    const outcome = await client.workflow.getHandle(workflowID).executeUpdate<object, [object]>(name, { args });
    print({ workflowID, ...outcome });
  } catch (error) {
    // What was in trouble a moment ago is delivered, or has passed from one workflow to another.
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    print({ workflowID, hasEnded: true });
  }
}
