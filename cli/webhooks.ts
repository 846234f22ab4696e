import type { Command } from 'commander';
import { withRemoteOption, runAt } from './remote';
import { addReplayCommands } from './webhook-replays';
import { addSettingCommands } from './webhook-settings';
import { addFailureCommands } from './webhook-failures';
import { print } from './with-store';
import { parseInteger } from './parse-options';

const DEFAULT_LIMIT = '20';
const MAX_ATTEMPTS = 1_000;

export function addWebhookCommands(program: Command): void {
  const webhook = program.command('webhook').description('webhooks: attempts, replays and settings');
  withRemoteOption(webhook.command('list'))
    .description('list the webhooks of a party with addresses, queued messages and pauses')
    .requiredOption('--party <id>', 'the party')
    .action(async ({ party }: { party: string }, command: Command) => {
      const call = { method: 'GET', path: `parties/${encodeURIComponent(party)}/webhooks` } as const;
      const { webhooks } = await runAt<{ webhooks: object[] }>(command, call);
      webhooks.forEach(print);
    });
  withRemoteOption(webhook.command('show'))
    .description('show a webhook with its public key of Standard Webhooks')
    .argument('<id>', "the webhook's id")
    .action(async (webhookID: string, _: object, command: Command) =>
      print(await runAt<object>(command, { method: 'GET', path: `webhooks/${encodeURIComponent(webhookID)}` })),
    );
  addAttempts(webhook);
  addReplayCommands(webhook);
  addSettingCommands(webhook);
  addFailureCommands(webhook);
}

interface AttemptOptions {
  subject?: string;
  limit: string;
  after?: string;
}

function addAttempts(webhook: Command): void {
  withRemoteOption(webhook.command('attempts'))
    .description('list delivery attempts, newest first')
    .argument('<id>', "the webhook's id")
    .option('--subject <subject>', 'only this subject: invoice/ID, customer/ID, withdrawal/ID, destination/ID')
    .option('--limit <count>', `maximum number of attempts, up to ${MAX_ATTEMPTS}`, DEFAULT_LIMIT)
    .option('--after <eventID.number>', 'continue the list after this attempt (next page)')
    .action(async (webhookID: string, { subject, limit, after }: AttemptOptions, command: Command) => {
      const count = parseInteger(limit, { name: '--limit', max: MAX_ATTEMPTS });
      const { attempts } = await runAt<{ attempts: object[] }>(command, {
        method: 'GET',
        path: `webhooks/${encodeURIComponent(webhookID)}/attempts`,
        query: { subject, limit: String(count), continuationToken: after },
      });
      attempts.forEach(print);
    });
}
