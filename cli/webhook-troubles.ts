import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { Command } from 'commander';
import { workflowIDs } from '../domain/workflow-ids';
import { updates } from '../domain/workflow-messages';
import { findTroubled } from '../store/webhook/troubled';
import { withEngine } from './with-engine';
import { print, withStore } from './with-store';

const SUBJECT = [
  '--subject <subject>',
  'only about this: invoice/ID, customer/ID, withdrawal/ID, destination/ID',
] as const;

interface Decision {
  webhookID: string;
  subject?: string;
  update: (typeof updates)[keyof typeof updates];
  /** What the update is given, beside the subject. */
  request?: object;
}

/** `webhook retry|discard`: the updates of the workflows that attempt what is in trouble, whichever these are. */
export function addTroubleCommands(webhook: Command): void {
  webhook
    .command('retry')
    .description('try now what an endpoint did not take; the timetable stays')
    .argument('<id>', "the webhook's id")
    .option(...SUBJECT)
    .action((webhookID: string, { subject }: { subject?: string }) =>
      decide({ webhookID, subject, update: updates.retryNow }),
    );
  webhook
    .command('discard')
    .description('give up what waits for an endpoint that does not take it')
    .argument('<id>', "the webhook's id")
    .requiredOption('--reason <reason>', 'why: kept in the history of the workflow')
    .option(...SUBJECT)
    .action((webhookID: string, { subject, reason }: { subject?: string; reason: string }) =>
      decide({ webhookID, subject, update: updates.discard, request: { reason } }),
    );
}

/** The record says who attempts: the endpoint's workflow, or those of its subjects. Prints a line for each that answered. */
async function decide(decision: Decision): Promise<void> {
  const { webhookID, subject } = decision;
  await withStore(async ({ database }) => {
    const { retrying, isBatched } = await findTroubled(database, { webhookID, subject });
    if (retrying.length === 0 && !isBatched) throw new Error('nothing of this webhook is in trouble');
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
