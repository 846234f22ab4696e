import type { Command } from 'commander';
import { createInterface } from 'node:readline/promises';
import { loadVaultClientEnvironment } from '../runtime/environment';
import { openVaultClient } from '../vault/client/open-client';
import type { VaultClient } from '../vault/client/vault-client';
import { addKey, createKeyFile, removeOldKeys } from '../vault/custodian/key-file';
import { withRemoteOption } from './remote';
import { print } from './with-store';

/** Commands of the custodians of the vault's key. They use the certificate of `operator`, and no database. */
export function addVaultCommands(program: Command): void {
  const vault = program.command('vault').description('the vault of cards: state, unlock, rotation, key file');
  command(vault, 'status')
    .description('show whether the vault is locked, and its cards by key')
    .action(() => withVault(async (client) => print(await client.status())));
  command(vault, 'unlock')
    .description("give one custodian's share of the key, read from standard input")
    .action(() => withVault(async (client) => print(await client.unlock(await readShare('Share: ')))));
  command(vault, 'rotate')
    .description('rewrap all data keys under the current key, while payments run; repeatable')
    .action(() => withVault(rotate));
  command(vault, 'audit')
    .description('verify the chain of the audit log of the vault')
    .action(() => withVault(verifyAudit));
  command(vault, 'cancel-deletions')
    .description('keep the cards that the worker wanted to delete before they were due')
    .action(() => withVault(async (client) => print(await client.cancelDeletions())));
  command(vault, 'remove-account')
    .argument('<id>', 'the connector account')
    .description('send no card with an account any more')
    .action((id: string) => withVault(async (client) => client.removeAccount(id)));
  addKeyFileCommands(vault);
}

/** They need no database. */
function command(parent: Command, name: string): Command {
  return withRemoteOption(parent.command(name));
}

function addKeyFileCommands(vault: Command): void {
  command(vault, 'create-key-file')
    .argument('<file>')
    .description('create a file with a key, and print the shares of its two custodians')
    .action((file: string) => createKeyFile(file).forEach((share, index) => print({ custodian: index + 1, share })));
  command(vault, 'add-key')
    .argument('<file>')
    .description('add a key to the file, with both shares; running vaults use it at once')
    .action(async (file: string) => print({ currentKey: addKey(file, await readShares()) }));
  command(vault, 'remove-old-keys')
    .argument('<file>')
    .description('remove all keys but the current one, after a rotation')
    .action(async (file: string) => print({ removed: removeOldKeys(file, await readShares()) }));
}

async function withVault(work: (client: VaultClient) => Promise<void> | void): Promise<void> {
  const client = openVaultClient(loadVaultClientEnvironment());
  try {
    await work(client);
  } finally {
    await client.close();
  }
}

async function rotate(client: VaultClient): Promise<void> {
  for (let last = Infinity; ;) {
    const progress = await client.rotate();
    print(progress);
    if (progress.remaining === 0) return;
    if (progress.rewrapped === 0 && progress.remaining >= last)
      throw new Error('the rotation does not advance: see the log of the vault');
    last = progress.remaining;
  }
}

async function verifyAudit(client: VaultClient): Promise<void> {
  const found = await client.verifyAudit();
  print(found);
  if (found.brokenAt !== undefined) process.exitCode = 1;
}

async function readShares(): Promise<[string, string]> {
  return [await readShare('Share 1: '), await readShare('Share 2: ')];
}

let lines: AsyncIterator<string> | undefined;

/** Not an argument, which other users of the machine and the history of the shell would see. */
async function readShare(prompt: string): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write(prompt);
  lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const line = await lines.next();
  if (line.done) throw new Error('no share was given on standard input');
  return line.value;
}
