import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { Command } from 'commander';
import { workflowIDs } from '../workflows/names/workflow-ids';
import { updates } from '../workflows/names/workflow-messages';
import { auditOperatorAction, discardNow } from '../store/webhook/operator-actions';
import { findFailingEndpoints } from '../store/webhook/failing-endpoints';
import { getWebhookOverview } from '../store/webhook/webhook.overview';
import { withRemoteOption, callOperatorsApi, getOperatorsUrl } from './remote';
import { assertReason } from './webhook-settings';
import { withTemporal } from './with-engine';
import { print, withStoreAs } from './with-store';

const SUBJECT = [
  '--subject <subject>',
  'only this subject: invoice/ID, customer/ID, withdrawal/ID, destination/ID',
] as const;

interface Decision {
  webhookID: string;
  subject?: string;
  update: (typeof updates)[keyof typeof updates];
  /** The update's arguments besides the subject. */
  request?: { reason: string };
}

/** Adds `webhook retry|discard`, which send updates to the workflows of failing deliveries. */
export function addFailureCommands(webhook: Command): void {
  withRemoteOption(webhook.command('retry'))
    .description('retry failed deliveries now (schedule unchanged)')
    .argument('<id>', "the webhook's id")
    .option(...SUBJECT)
    .action((webhookID: string, { subject }: { subject?: string }, command: Command) =>
      decide(command, { webhookID, subject, update: updates.retryNow }),
    );
  withRemoteOption(webhook.command('discard'))
    .description('discard messages of a failing or paused endpoint')
    .argument('<id>', "the webhook's id")
    .requiredOption('--reason <reason>', 'the reason, for the audit log')
    .option(...SUBJECT)
    .action((webhookID: string, { subject, reason }: { subject?: string; reason: string }, command: Command) => {
      assertReason(reason);
      return decide(command, { webhookID, subject, update: updates.discard, request: { reason } });
    });
}

/**
 * Over HTTP and for a paused webhook the database is changed; otherwise the workflows of the endpoint or of its subjects
 * receive an update. Prints a line per response.
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
    if (retrying.length === 0 && !isBatched) throw new Error('this webhook has no failing deliveries');
    await auditOperatorAction(store, decision);
    await withTemporal(async ({ client }) => {
      const subjectUpdates = retrying.map((one) => update(client, workflowIDs.delivery(webhookID, one), decision));
      const endpointUpdates = isBatched ? [update(client, workflowIDs.endpoint(webhookID), decision)] : [];
      await Promise.all([...endpointUpdates, ...subjectUpdates]);
    });
  });
}

async function update(client: Client, workflowID: string, { update: name, subject, request }: Decision): Promise<void> {
  // The workflow of a single subject ignores the subject.
  const args: [object] = [{ ...request, ...(subject === undefined ? {} : { subject }) }];
  try {
    const outcome = await client.workflow.getHandle(workflowID).executeUpdate<object, [object]>(name, { args });
    print({ workflowID, ...outcome });
  } catch (error) {
    // The failing messages were delivered just now, or moved to another workflow.
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    print({ workflowID, hasEnded: true });
  }
}
