import { Option, type Command } from 'commander';
import { rfc3339Text } from '../domain/rfc3339/rfc3339';
import { countReplay, orderReplay, type ReplayRequest } from '../store/webhook/replay.order';
import { cancelReplay, readReplay } from '../store/webhook/replay.queries';
import { withRemoteOption, runAt, type Call } from './remote';
import { parseBound, type Bound } from './parse-options';
import { print } from './with-store';

interface ReplayOptions {
  party?: string;
  subject?: string;
  from?: string;
  to?: string;
  type?: string[];
  dryRun?: true;
}

/** `webhook replay|progress|cancel`: sending messages again, how far it has come, and giving it up. */
export function addReplayCommands(webhook: Command): void {
  withRemoteOption(webhook.command('replay'))
    .description('send again, in their order, messages that were delivered or discarded')
    .argument('[id]', "the webhook's id, unless --party is given")
    .option('--party <id>', 'of all webhooks of this party')
    .option('--subject <subject>', 'only messages about this')
    .option('--from <time|eventID>', 'only what happened from then on, or messages from this one on')
    .option('--to <time|eventID>', 'only what happened before then, or messages up to this one')
    .addOption(new Option('--type <eventType...>', 'only messages of these types'))
    .option('--dry-run', 'only count')
    .action(async (webhookID: string | undefined, options: ReplayOptions, command: Command) => {
      const request = getRequest(webhookID, options);
      const here = options.dryRun ? countReplay : orderReplay;
      const call = getCall(request, options);
      print(await runAt<object>(command, { call, operation: 'webhook replay', here: (store) => here(store, request) }));
    });
  withRemoteOption(webhook.command('progress'))
    .description('how far a replay has come')
    .argument('<replay>', "the replay's id")
    .action(async (replayID: string, _: object, command: Command) => {
      const call = { method: 'GET', path: `replays/${encodeURIComponent(replayID)}` } as const;
      const here: Here = async (store) => ({ webhooks: await readReplay(store, replayID) });
      (await runAt(command, { call, here })).webhooks.forEach(print);
    });
  withRemoteOption(webhook.command('cancel'))
    .description('give up what of a replay is still planned')
    .argument('<replay>', "the replay's id")
    .action(async (replayID: string, _: object, command: Command) => {
      const call = { method: 'DELETE', path: `replays/${encodeURIComponent(replayID)}` } as const;
      const here: Here = async (store) => ({ webhooks: await cancelReplay(store, replayID) });
      const { webhooks, isChanged } = await runAt(command, { call, operation: 'webhook cancel', here });
      webhooks.forEach((each) => print({ ...each, isChanged }));
    });
}

type Here = (store: Parameters<typeof readReplay>[0]) => Promise<{ webhooks: object[] }>;

function getRequest(webhookID: string | undefined, { party, subject, from, to, type }: ReplayOptions): ReplayRequest {
  const of = ofWhom(webhookID, party);
  const [begin, end] = [bound(from, '--from'), bound(to, '--to')];
  return { ...of, ...range('from', begin), ...range('to', end), eventTypes: type, subject };
}

function ofWhom(
  webhookID: string | undefined,
  partyID: string | undefined,
): { webhookID: string } | { partyID: string } {
  if (webhookID !== undefined && partyID === undefined) return { webhookID };
  if (partyID !== undefined && webhookID === undefined) return { partyID };
  throw new Error("say whose messages: either the webhook's id, or --party ID");
}

function bound(text: string | undefined, name: string): Bound | undefined {
  return text === undefined ? undefined : parseBound(text, name);
}

function range(side: 'from' | 'to', given: Bound | undefined): object {
  if (given === undefined) return {};
  return 'time' in given ? { [`${side}Time`]: given.time } : { [`${side}EventID`]: given.eventID };
}

function getCall(request: ReplayRequest, { dryRun }: ReplayOptions): Call {
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
