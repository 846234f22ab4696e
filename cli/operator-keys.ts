import type { Command } from 'commander';
import { createOperatorKey } from '../store/operator-key/operator-key.create';
import { listOperatorKeys } from '../store/operator-key/operator-key.queries';
import { revokeOperatorKey } from '../store/operator-key/operator-key.transitions';
import { print, withStore, withStoreAs } from './with-store';

/** `operator-key create|list|revoke`: keys of the operators' API, which no party's API takes. */
export function addOperatorKeyCommand(program: Command): void {
  const keys = program.command('operator-key').description("keys of the operators' API: make, list, revoke");
  keys
    .command('create')
    .description('make a key; it is shown once')
    .requiredOption('--name <name>', 'whose key it is')
    .action(({ name }: { name: string }) => {
      if (name.trim() === '') throw new Error('--name must say whose key it is');
      return withStoreAs('operator-key create', async ({ database, origin }) => {
        const { secret, id } = await createOperatorKey(database, name, origin);
        print({ id, name, operatorKey: secret });
      });
    });
  keys
    .command('list')
    .description('list the keys, without the keys themselves')
    .action(() => withStore(async ({ database }) => (await listOperatorKeys(database)).forEach(print)));
  keys
    .command('revoke')
    .description('revoke a key for good, at once')
    .argument('<id>', "the key's id")
    .action((id: string) =>
      withStoreAs('operator-key revoke', async ({ database, origin }) => {
        const key = await revokeOperatorKey(database, id, origin);
        if (!key) throw new Error(`there is no operator's key ${id}`);
        print({ ...key, isChanged: origin.isNoted });
      }),
    );
}
