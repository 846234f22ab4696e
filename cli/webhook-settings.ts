import { Argument, Option, type Command } from 'commander';
import { pauseWebhook, resumeWebhook } from '../store/webhook/pause';
import { MAX_OVERLAP_SECONDS, rotateWebhookKey } from '../store/webhook/rotate-key';
import { rotateStandardKey } from '../store/webhook/rotate-standard-key';
import { setStandardHeaders } from '../store/webhook/standard-headers';
import { getWebhookOverview } from '../store/webhook/webhook.overview';
import type { Store } from '../store/store';
import { withRemoteOption, runAt, type RemoteCall } from './remote';
import { print } from './with-store';
import { parseDuration } from './parse-options';

const MAX_REASON = 200;

/** Adds `webhook pause|resume|standard-headers|rotate-key`; each prints the webhook after the change. */
export function addSettingCommands(webhook: Command): void {
  withRemoteOption(webhook.command('pause'))
    .description('pause deliveries; messages are queued and not lost')
    .argument('<id>', "the webhook's id")
    .requiredOption('--reason <reason>', 'the reason, for the audit log')
    .action((webhookID: string, { reason }: { reason: string }, command: Command) => {
      assertReason(reason);
      const call = { method: 'POST', path: `${buildPath(webhookID)}/pause`, body: { reason } } as const;
      return set(command, { webhookID, call, change: (store) => pauseWebhook(store, { webhookID, reason }) });
    });
  withRemoteOption(webhook.command('resume'))
    .description('resume deliveries, in order for each subject')
    .argument('<id>', "the webhook's id")
    .action((webhookID: string, _: object, command: Command) => {
      const call = { method: 'POST', path: `${buildPath(webhookID)}/resume` } as const;
      return set(command, { webhookID, call, change: (store) => resumeWebhook(store, webhookID) });
    });
  withRemoteOption(webhook.command('standard-headers'))
    .description('enable or disable headers of Standard Webhooks; prints the public key')
    .argument('<id>', "the webhook's id")
    .addArgument(new Argument('<switch>').choices(['on', 'off']))
    .action((webhookID: string, choice: string, _: object, command: Command) => {
      const isEnabled = choice === 'on';
      const call = {
        method: 'PUT',
        path: `${buildPath(webhookID)}/standard-headers`,
        body: { enabled: isEnabled },
      } as const;
      return set(command, { webhookID, call, change: (store) => setStandardHeaders(store, { webhookID, isEnabled }) });
    });
  addRotation(webhook);
}

interface RotationOptions {
  reason: string;
  overlap: string;
  key: 'content' | 'standard';
}

function addRotation(webhook: Command): void {
  withRemoteOption(webhook.command('rotate-key'))
    .description('publish a new signing key with an overlap; prints the new key')
    .argument('<id>', "the webhook's id")
    .requiredOption('--reason <reason>', 'the reason, for the audit log')
    .option('--overlap <duration>', 'how long the old key signs; 0 if it is compromised', '7d')
    .addOption(
      new Option(
        '--key <key>',
        'the key of Content-Signature, or of Standard Webhooks, which signs with both keys during the overlap',
      )
        .choices(['content', 'standard'])
        .default('content'),
    )
    .action((webhookID: string, { reason, overlap, key }: RotationOptions, command: Command) => {
      assertReason(reason);
      const overlapSeconds = overlap === '0' ? 0 : parseDuration(overlap, '--overlap');
      if (overlapSeconds > MAX_OVERLAP_SECONDS) throw new Error('--overlap must be at most 30d');
      const body = { reason, overlapSeconds, key };
      const call = { method: 'POST', path: `${buildPath(webhookID)}/rotate-key`, body } as const;
      const rotate = key === 'standard' ? rotateStandardKey : rotateWebhookKey;
      const change = async (store: Store) => rotate(store, { webhookID, reason, overlapSeconds });
      return set(command, { webhookID, call, change });
    });
}

/** Applies the rules of the operators' API. @throws Error */
export function assertReason(reason: string): void {
  if (reason.trim() === '') throw new Error('--reason must not be empty');
  if (reason.length > MAX_REASON) throw new Error(`--reason must have at most ${MAX_REASON} characters`);
}

async function set(
  command: Command,
  given: { webhookID: string; call: RemoteCall; change: (store: Store) => Promise<void> },
): Promise<void> {
  const { webhookID, call, change } = given;
  const here = async (store: Store): Promise<object> => {
    await change(store);
    return getWebhookOverview(store.database, webhookID);
  };
  print(await runAt(command, { call, operation: `webhook ${command.name()}`, here }));
}

function buildPath(webhookID: string): string {
  return `webhooks/${encodeURIComponent(webhookID)}`;
}
