import { Option, type Command } from 'commander';
import { rfc3339Text } from '../domain/rfc3339/rfc3339';
import type { ReplayRequest } from '../store/webhook/replay.order';
import { withRemoteOption, runAt, type RemoteCall } from './remote';
import { parseBound, type ParsedBound } from './parse-options';
import { print } from './with-store';

interface ReplayOptions {
  party?: string;
  subject?: string;
  from?: string;
  to?: string;
  type?: string[];
  dryRun?: true;
}

/** Adds `webhook replay|progress|cancel`. */
export function addReplayCommands(webhook: Command): void {
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
      const request = getRequest(webhookID, options);
      print(await runAt<object>(command, getCall(request, options)));
    });
  withRemoteOption(webhook.command('progress'))
    .description('show the progress of a replay')
    .argument('<replay>', "the replay's id")
    .action(async (replayID: string, _: object, command: Command) => {
      const call = { method: 'GET', path: `replays/${encodeURIComponent(replayID)}` } as const;
      (await runAt<Progress>(command, call)).webhooks.forEach(print);
    });
  withRemoteOption(webhook.command('cancel'))
    .description('cancel the rest of a replay')
    .argument('<replay>', "the replay's id")
    .action(async (replayID: string, _: object, command: Command) => {
      const call = { method: 'DELETE', path: `replays/${encodeURIComponent(replayID)}` } as const;
      const { webhooks, isChanged } = await runAt<Progress>(command, call);
      webhooks.forEach((each) => print({ ...each, isChanged }));
    });
}

interface Progress {
  webhooks: object[];
}

function getRequest(webhookID: string | undefined, { party, subject, from, to, type }: ReplayOptions): ReplayRequest {
  const scope = parseScope(webhookID, party);
  const [begin, end] = [parseOptionalBound(from, '--from'), parseOptionalBound(to, '--to')];
  return { ...scope, ...toRange('from', begin), ...toRange('to', end), eventTypes: type, subject };
}

function parseScope(
  webhookID: string | undefined,
  partyID: string | undefined,
): { webhookID: string } | { partyID: string } {
  if (webhookID !== undefined && partyID === undefined) return { webhookID };
  if (partyID !== undefined && webhookID === undefined) return { partyID };
  throw new Error("give either the webhook's id or --party ID");
}

function parseOptionalBound(text: string | undefined, name: string): ParsedBound | undefined {
  return text === undefined ? undefined : parseBound(text, name);
}

function toRange(side: 'from' | 'to', given: ParsedBound | undefined): object {
  if (given === undefined) return {};
  return 'time' in given ? { [`${side}Time`]: given.time } : { [`${side}EventID`]: given.eventID };
}

function getCall(request: ReplayRequest, { dryRun }: ReplayOptions): RemoteCall {
  const path = 'webhookID' in request ? `webhooks/${request.webhookID}` : `parties/${request.partyID}`;
  const { fromTime, toTime, fromEventID, toEventID, eventTypes, subject } = request;
  return {
    method: 'POST',
    path: `${encodeURI(path)}/replays`,
    body: {
      dryRun: dryRun ?? false,
      from: fromTime && rfc3339Text(fromTime),
      to: toTime && rfc3339Text(toTime),
      fromEventID: fromEventID?.toString(),
      toEventID: toEventID?.toString(),
      eventTypes,
      subject,
    },
  };
}
