import { Option, type Command } from 'commander';
import { parseBound } from './parse-options';
import { runAt, withRemoteOption } from './remote';
import { print } from './with-store';

interface ReplayOptions {
  party?: string;
  subject?: string;
  from?: string;
  to?: string;
  type?: string[];
  dryRun?: true;
}

/** Adds `webhook replay`. */
export function addReplayCommand(webhook: Command): void {
  withRemoteOption(webhook.command('replay'))
    .description('resend delivered or discarded messages in order')
    .argument('[id]', "the webhook's id, unless --party is given")
    .option('--party <id>', 'all webhooks of this party')
    .option('--subject <subject>', 'only messages about this subject')
    .option('--from <time|eventID>', 'start: an event time, or an event id, inclusive')
    .option('--to <time|eventID>', 'end: an event time, exclusive, or an event id, inclusive')
    .addOption(new Option('--type <eventType...>', 'only messages of these types'))
    .option('--dry-run', 'count messages without sending them')
    .action(async (webhookID: string | undefined, options: ReplayOptions, command: Command) => {
      const { party, subject, from, to, type: eventTypes, dryRun = false } = options;
      if ((webhookID === undefined) === (party === undefined))
        throw new Error("give either the webhook's id or --party ID");
      const path = `${party === undefined ? 'webhooks' : 'parties'}/${encodeURIComponent(webhookID ?? party ?? '')}/replays`;
      const body = { dryRun, eventTypes, subject, ...readBound('from', from), ...readBound('to', to) };
      print(await runAt(command, { method: 'POST', path, body }));
    });
}

function readBound(side: 'from' | 'to', text: string | undefined): object {
  if (text === undefined) return {};
  return 'time' in parseBound(text, `--${side}`) ? { [side]: text } : { [`${side}EventID`]: text };
}
