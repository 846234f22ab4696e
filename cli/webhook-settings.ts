import { Argument, Option, type Command } from 'commander';
import { pauseWebhook, resumeWebhook } from '../store/webhook/pause';
import { MAX_OVERLAP_SECONDS, rotateWebhookKey } from '../store/webhook/rotate-key';
import { rotateStandardKey } from '../store/webhook/rotate-standard-key';
import { setStandardHeaders } from '../store/webhook/standard-headers';
import { getWebhookOverview } from '../store/webhook/webhook.overview';
import type { Store } from '../store/store';
import { withRemoteOption, runAt, type Call } from './remote';
import { print } from './with-store';
import { parseDuration } from './parse-options';

const MAX_REASON = 200;

/** `webhook pause|resume|standard-headers|rotate-key`: what operators set about a webhook; each prints what stands then. */
export function addSettingCommands(webhook: Command): void {
  withRemoteOption(webhook.command('pause'))
    .description('send nothing for a while: messages gather, and none is lost')
    .argument('<id>', "the webhook's id")
    .requiredOption('--reason <reason>', 'why: the audit log keeps it')
    .action((webhookID: string, { reason }: { reason: string }, command: Command) => {
      assertReason(reason);
      const call = { method: 'POST', path: `${buildPath(webhookID)}/pause`, body: { reason } } as const;
      return set(command, { webhookID, call, change: (store) => pauseWebhook(store, { webhookID, reason }) });
    });
  withRemoteOption(webhook.command('resume'))
    .description('send what has gathered, each subject in its order')
    .argument('<id>', "the webhook's id")
    .action((webhookID: string, _: object, command: Command) => {
      const call = { method: 'POST', path: `${buildPath(webhookID)}/resume` } as const;
      return set(command, { webhookID, call, change: (store) => resumeWebhook(store, webhookID) });
    });
  withRemoteOption(webhook.command('standard-headers'))
    .description('headers of Standard Webhooks beside Content-Signature: on or off; prints the public key')
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
    .description('publish another key for signatures, and sign with the one before it for a while; prints the new one')
    .argument('<id>', "the webhook's id")
    .requiredOption('--reason <reason>', 'why: the audit log keeps it')
    .option('--overlap <while>', 'for how long the key before it signs; 0 where it is in wrong hands', '7d')
    .addOption(
      new Option('--key <key>', 'of Content-Signature, or of Standard Webhooks, whose keys sign side by side meanwhile')
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

/** The rules that the operators' API has. @throws Error */
export function assertReason(reason: string): void {
  if (reason.trim() === '') throw new Error('--reason must say why');
  if (reason.length > MAX_REASON) throw new Error(`--reason must have at most ${MAX_REASON} characters`);
}

async function set(
  command: Command,
  given: { webhookID: string; call: Call; change: (store: Store) => Promise<void> },
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
