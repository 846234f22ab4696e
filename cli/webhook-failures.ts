import type { Command } from 'commander';
import { runAt, withRemoteOption, type RemoteCall } from './remote';
import { assertReason } from './webhook-settings';
import { print } from './with-store';

const SUBJECT = [
  '--subject <subject>',
  'only this subject: invoice/ID, customer/ID, withdrawal/ID, destination/ID',
] as const;

/** Adds `webhook retry|discard`. */
export function addFailureCommands(webhook: Command): void {
  withRemoteOption(webhook.command('retry'))
    .description('retry failed deliveries now (schedule unchanged)')
    .argument('<id>', "the webhook's id")
    .option(...SUBJECT)
    .action(async (webhookID: string, { subject }: { subject?: string }, command: Command) => {
      print(await runAt(command, buildCall(webhookID, 'retry', { subject })));
    });
  withRemoteOption(webhook.command('discard'))
    .description('discard messages of a failing or paused endpoint')
    .argument('<id>', "the webhook's id")
    .requiredOption('--reason <reason>', 'the reason, for the audit log')
    .option(...SUBJECT)
    .action(async (webhookID: string, body: { subject?: string; reason: string }, command: Command) => {
      assertReason(body.reason);
      print(await runAt(command, buildCall(webhookID, 'discard', body)));
    });
}

function buildCall(webhookID: string, action: 'retry' | 'discard', body: object): RemoteCall {
  return { method: 'POST', path: `webhooks/${encodeURIComponent(webhookID)}/${action}`, body };
}
