import type { Command } from 'commander';
import { createApiKey } from '../store/api-key/api-key.create';
import { listApiKeys } from '../store/api-key/api-key.queries';
import { revokeApiKey } from '../store/api-key/api-key.transitions';
import { findParty } from '../store/shop/shop.queries';
import { print, withStore, withStoreAs } from './with-store';

/** `keys create|list|revoke`: API keys of parties. */
export function addKeysCommand(program: Command): void {
  const keys = program.command('keys').description('API keys: make, list, revoke');
  keys
    .command('create')
    .description('make a key; it is shown once')
    .requiredOption('--party <id>', 'the party that the key acts for')
    .option('--name <name>', 'what the key is for', 'unnamed')
    .action(({ party, name }: { party: string; name: string }) =>
      withStoreAs('keys create', async ({ database, origin }) => {
        if (!(await findParty(database, party))) throw new Error(`there is no party ${party}`);
        const { secret, id } = await createApiKey(database, { partyID: party, name }, origin);
        print({ id, partyID: party, name, apiKey: secret });
      }),
    );
  keys
    .command('list')
    .description('list the keys of a party, without the keys themselves')
    .requiredOption('--party <id>', 'the party')
    .action(({ party }: { party: string }) =>
      withStore(async ({ database }) => (await listApiKeys(database, party)).forEach(print)),
    );
  keys
    .command('revoke')
    .description('revoke a key for good; API processes notice within five seconds')
    .argument('<id>', "the key's id")
    .action((id: string) =>
      withStoreAs('keys revoke', async ({ database, origin }) => {
        const key = await revokeApiKey(database, id, origin);
        if (!key) throw new Error(`there is no key ${id}`);
        print(key);
      }),
    );
}
