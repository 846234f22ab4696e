import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { saveProviders } from '../store/provider/providers';
import { readWalletProviders } from './wallet-providers-file';
import { print, withStore } from './with-store';

/** `providers load FILE`: the providers of the Wallet API, as a file says. */
export function addProvidersCommand(program: Command): void {
  program
    .command('providers')
    .description('providers of the Wallet API')
    .command('load')
    .description('make the providers what a YAML file says; none is removed')
    .argument('[file]', 'the file', defaultProvidersFile())
    .action((path: string) =>
      withStore(async ({ database }) => {
        const providers = readWalletProviders(path);
        await saveProviders(database, providers);
        print({ providers: providers.map(({ id }) => id) });
      }),
    );
}

/** The providers that the project comes with. */
export function defaultProvidersFile(): string {
  const roots = [join(__dirname, '..'), join(__dirname, '..', '..')];
  const root = roots.find((folder) => existsSync(join(folder, 'config'))) ?? process.cwd();
  return join(root, 'config', 'wallet-providers.yaml');
}
