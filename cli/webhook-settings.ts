import { Argument, Option, type Command } from 'commander';
import { MAX_OVERLAP_SECONDS } from '../store/webhook/rotate-key';
import { withRemoteOption, runAt } from './remote';
import { print } from './with-store';
import { parseDuration } from './parse-options';

const MAX_REASON = 200;

/** Adds `webhook pause|resume|standard-headers|rotate-key`; each prints the webhook after the change. */
export function addSettingCommands(webhook: Command): void {
  withRemoteOption(webhook.command('pause'))
    .description('pause deliveries; messages are queued and not lost')
    .argument('<id>', "the webhook's id")
    .requiredOption('--reason <reason>', 'the reason, for the audit log')
    .action(async (webhookID: string, { reason }: { reason: string }, command: Command) => {
      assertReason(reason);
      const call = { method: 'POST', path: `${buildPath(webhookID)}/pause`, body: { reason } } as const;
      print(await runAt(command, call));
    });
  withRemoteOption(webhook.command('resume'))
    .description('resume deliveries, in order for each subject')
    .argument('<id>', "the webhook's id")
    .action(async (webhookID: string, _: object, command: Command) => {
      const call = { method: 'POST', path: `${buildPath(webhookID)}/resume` } as const;
      print(await runAt(command, call));
    });
  withRemoteOption(webhook.command('standard-headers'))
    .description('enable or disable headers of Standard Webhooks; prints the public key')
    .argument('<id>', "the webhook's id")
    .addArgument(new Argument('<switch>').choices(['on', 'off']))
    .action(async (webhookID: string, choice: string, _: object, command: Command) => {
      const isEnabled = choice === 'on';
      const call = {
        method: 'PUT',
        path: `${buildPath(webhookID)}/standard-headers`,
        body: { enabled: isEnabled },
      } as const;
      print(await runAt(command, call));
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
    .action(async (webhookID: string, { reason, overlap, key }: RotationOptions, command: Command) => {
      assertReason(reason);
      const overlapSeconds = overlap === '0' ? 0 : parseDuration(overlap, '--overlap');
      if (overlapSeconds > MAX_OVERLAP_SECONDS) throw new Error('--overlap must be at most 30d');
      const body = { reason, overlapSeconds, key };
      const call = { method: 'POST', path: `${buildPath(webhookID)}/rotate-key`, body } as const;
      print(await runAt(command, call));
    });
}

/** Applies the rules of the operators' API. @throws Error */
export function assertReason(reason: string): void {
  if (reason.trim() === '') throw new Error('--reason must not be empty');
  if (reason.length > MAX_REASON) throw new Error(`--reason must have at most ${MAX_REASON} characters`);
}

function buildPath(webhookID: string): string {
  return `webhooks/${encodeURIComponent(webhookID)}`;
}
