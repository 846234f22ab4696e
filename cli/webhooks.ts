import type { Command } from 'commander';
import { listAttempts, replayMessages } from '../store/webhook/replay';
import { addTroubleCommands } from './webhook-troubles';
import { print, withStore } from './with-store';

const DEFAULT_LIMIT = '20';

/** `webhook attempts|replay|retry|discard`: what was tried, sending again, and deciding about what is in trouble. */
export function addWebhookCommands(program: Command): void {
  const webhook = program.command('webhook').description('webhooks: what was tried, and sending again');
  webhook
    .command('attempts')
    .description('the attempts to deliver the newest messages, the newest first')
    .argument('<id>', "the webhook's id")
    .option('--subject <subject>', 'only messages about this: invoice/ID, customer/ID, withdrawal/ID, destination/ID')
    .option('--limit <count>', 'how many attempts at most', DEFAULT_LIMIT)
    .action((webhookID: string, { subject, limit }: { subject?: string; limit: string }) =>
      withStore(async ({ database }) =>
        (await listAttempts(database, { webhookID, subject, limit: Number(positive(limit)) })).forEach(print),
      ),
    );
  webhook
    .command('replay')
    .description('send again, in their order, messages that were delivered or discarded')
    .argument('<id>', "the webhook's id")
    .option('--subject <subject>', 'only messages about this')
    .option('--from <eventID>', 'only messages from this one on')
    .option('--to <eventID>', 'only messages up to this one')
    .action((webhookID: string, { subject, from, to }: { subject?: string; from?: string; to?: string }) =>
      withStore(async (store) => {
        const range = { fromEventID: optional(from), toEventID: optional(to) };
        print({ webhookID, ...(await replayMessages(store, { webhookID, subject, ...range })) });
      }),
    );
  addTroubleCommands(webhook);
}

function positive(text: string): bigint {
  if (!/^[1-9]\d{0,17}$/.test(text)) throw new Error(`${text} is not a positive whole number`);
  return BigInt(text);
}

function optional(text: string | undefined): bigint | undefined {
  return text === undefined ? undefined : positive(text);
}
