import { readFileSync } from 'node:fs';
import { Option, type Command } from 'commander';
import { isWaiting, printWaiting } from './operator-commands';
import { runAt, withRemoteOption, type RemoteCall } from './remote';
import { assertReason } from './webhook-settings';
import { print } from './with-store';

interface AccessOptions {
  credentials: string;
  settings?: string;
  reason: string;
}

/** `connector-account create|list|show|rotate|disable|enable` manage accounts with acquirers. */
export function addConnectorAccountCommand(program: Command): void {
  const accounts = program.command('connector-account').description('accounts with acquirers, which routes name');
  addReads(accounts);
  addCreate(accounts);
  addRotate(accounts);
  addSwitch(accounts, { name: 'disable', description: 'take nothing new; what it began is finished' });
  addSwitch(accounts, { name: 'enable', description: 'take new operations again' });
}

function addReads(accounts: Command): void {
  withRemoteOption(accounts.command('list'))
    .description('list the accounts without credentials')
    .action(async (_: object, command: Command) => {
      const { accounts: found } = await runAt<{ accounts: object[] }>(command, {
        method: 'GET',
        path: 'connector-accounts',
      });
      found.forEach(print);
    });
  withRemoteOption(accounts.command('show'))
    .description('print an account without credentials')
    .argument('<id>', 'the account')
    .action(async (id: string, _: object, command: Command) => {
      print(await runAt(command, { method: 'GET', path: buildPath(id) }));
    });
}

function addCreate(accounts: Command): void {
  withAccess(accounts.command('create'))
    .description('create an account; routes may name it at once')
    .argument('<id>', 'lowercase letters, digits and hyphens')
    .requiredOption('--connector <connector>', 'the connector')
    .requiredOption('--name <name>', 'its name for operators')
    .action(async (id: string, options: AccessOptions & { connector: string; name: string }, command: Command) => {
      const { connector, name } = options;
      const body = { id, connector, name, ...readAccess(options) };
      await runGuarded(command, { method: 'POST', path: 'connector-accounts', body });
    });
}

function addRotate(accounts: Command): void {
  withAccess(accounts.command('rotate'))
    .description('replace the credentials, and the settings if given')
    .argument('<id>', 'the account')
    .action(async (id: string, options: AccessOptions, command: Command) => {
      const body = readAccess(options);
      const { version } = await runAt<{ version: number }>(command, { method: 'GET', path: buildPath(id) });
      const headers = { 'If-Match': `"${version}"` };
      await runGuarded(command, { method: 'POST', path: `${buildPath(id)}/rotate`, body, headers });
    });
}

interface Switch {
  name: 'disable' | 'enable';
  description: string;
}

function addSwitch(accounts: Command, { name, description }: Switch): void {
  withRemoteOption(accounts.command(name))
    .description(description)
    .argument('<id>', 'the account')
    .addOption(reasonOption())
    .action(async (id: string, { reason }: { reason: string }, command: Command) => {
      assertReason(reason);
      await runGuarded(command, { method: 'POST', path: `${buildPath(id)}/${name}`, body: { reason } });
    });
}

/** Prints the account, or the command that waits for a second person. */
async function runGuarded(command: Command, call: RemoteCall): Promise<void> {
  const answer = await runAt<object>(command, call);
  if (isWaiting(answer)) printWaiting(answer);
  else print(answer);
}

function withAccess(command: Command): Command {
  return withRemoteOption(command)
    .requiredOption('--credentials <file>', 'a file with the credentials as JSON; - reads standard input')
    .option('--settings <json>', 'the settings as JSON')
    .addOption(reasonOption());
}

function reasonOption(): Option {
  return new Option('--reason <reason>', 'the reason, for the audit log').makeOptionMandatory();
}

/** Credentials come from a file, because arguments stay in the history of the shell and the list of processes. */
function readAccess({ credentials, settings, reason }: AccessOptions) {
  assertReason(reason);
  const text = readFileSync(credentials === '-' ? 0 : credentials, 'utf8');
  return {
    credentials: parseObject(text, '--credentials'),
    ...(settings !== undefined && { settings: parseObject(settings, '--settings') }),
    reason,
  };
}

/** @throws Error that names the option and never repeats the text */
function parseObject(text: string, option: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Reported below, without the text that the error would contain.
  }
  throw new Error(`${option} must be a JSON object`);
}

function buildPath(id: string): string {
  return `connector-accounts/${encodeURIComponent(id)}`;
}
