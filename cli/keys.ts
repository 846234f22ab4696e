import { Option, type Command } from 'commander';
import { KEY_SCOPES, isKeyScope, type KeyScope } from '../domain/api-key/scopes';
import { rfc3339Text } from '../domain/rfc3339/rfc3339';
import { parseFutureTime, parseDuration } from './parse-options';
import { runAt, withRemoteOption } from './remote';
import { assertReason } from './webhook-settings';
import { print } from './with-store';

/** Adds `keys`, with the alias `key`. */
export function addKeysCommand(program: Command): void {
  const keys = program.command('keys').alias('key').description('API keys: create, list, rotate, revoke');
  addCreate(keys);
  addRotate(keys);
  withRemoteOption(keys.command('list'))
    .description('list a party’s keys with scopes, expiry and last use')
    .requiredOption('--party <id>', 'the party')
    .action(async ({ party }: { party: string }, command: Command) => {
      const path = `parties/${encodeURIComponent(party)}/api-keys`;
      (await runAt<{ keys: object[] }>(command, { method: 'GET', path })).keys.forEach(print);
    });
  withRemoteOption(keys.command('revoke'))
    .description('revoke a key permanently; effective within five seconds')
    .argument('<id>', "the key's id")
    .option('--reason <reason>', 'the reason, for the audit log', 'revoked')
    .action(async (id: string, { reason }: { reason: string }, command: Command) => {
      assertReason(reason);
      const path = `api-keys/${encodeURIComponent(id)}/revoke`;
      print(await runAt(command, { method: 'POST', path, body: { reason } }));
    });
}

const expiryOption = (): Option =>
  new Option('--expires <when>', 'a duration such as 90d, or an RFC 3339 time; default: never');

interface CreateOptions {
  party: string;
  name: string;
  scope?: string;
  expires?: string;
}

function addCreate(keys: Command): void {
  withRemoteOption(keys.command('create'))
    .description('create a key; it is shown once')
    .requiredOption('--party <id>', 'the party that the key acts for')
    .option('--name <name>', 'a name for the key', 'unnamed')
    .option('--scope <scopes>', `its permissions, separated by commas: ${KEY_SCOPES.join(', ')}; default: all but keys`)
    .addOption(expiryOption())
    .action(async ({ party, name, scope, expires }: CreateOptions, command: Command) => {
      const scopes = scope === undefined ? undefined : parseScopes(scope);
      const body = { name, scopes, expiresAt: parseExpiry(expires) };
      print(await runAt(command, { method: 'POST', path: `parties/${encodeURIComponent(party)}/api-keys`, body }));
    });
}

function addRotate(keys: Command): void {
  withRemoteOption(keys.command('rotate'))
    .description('create a key with the scopes of another, which stays valid during an overlap')
    .argument('<id>', 'the id of the key to replace')
    .option('--overlap <duration>', 'how long both are valid', '7d')
    .addOption(expiryOption())
    .action(async (id: string, { overlap, expires }: { overlap: string; expires?: string }, command: Command) => {
      const body = { overlapSeconds: parseDuration(overlap, '--overlap'), expiresAt: parseExpiry(expires) };
      const call = { method: 'POST', path: `api-keys/${encodeURIComponent(id)}/rotate`, body } as const;
      const { created, previous } = await runAt<{ created: object; previous: object }>(command, call);
      [created, previous].forEach(print);
    });
}

function parseExpiry(expires: string | undefined): string | undefined {
  return expires === undefined ? undefined : rfc3339Text(parseFutureTime(expires, '--expires'));
}

function parseScopes(text: string): KeyScope[] {
  const named = [...new Set(text.split(',').map((part) => part.trim()))];
  const wrong = named.filter((part) => !isKeyScope(part));
  if (wrong.length > 0)
    throw new Error(`--scope: there is no scope ${wrong.join(', ')}; scopes are ${KEY_SCOPES.join(', ')}`);
  return named.filter(isKeyScope);
}
