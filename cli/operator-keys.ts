import type { Command } from 'commander';
import { ROLES } from '../domain/operator/roles';
import { createOperator } from '../store/operator/operator.create';
import { createOperatorKey } from '../store/operator-key/operator-key.create';
import { listOperatorKeys } from '../store/operator-key/operator-key.queries';
import { revokeOperatorKey } from '../store/operator-key/operator-key.transitions';
import { print, withStore, withStoreAs } from './with-store';

export function addOperatorKeyCommand(program: Command): void {
  const keys = program.command('operator-key').description("keys of the operators' API: create, list, revoke");
  keys
    .command('create')
    .description('create a key; it is shown once')
    .requiredOption('--name <name>', 'the owner of the key')
    .action(({ name }: { name: string }) => {
      if (name.trim() === '') throw new Error('--name must not be empty');
      return withStoreAs('operator-key create', async ({ database, origin }) => {
        const operator = await createOperator(database, { name, email: name, roles: ROLES }, origin);
        const { secret, id } = await createOperatorKey(database, { name, operatorID: operator.id }, origin);
        print({ id, name, operatorKey: secret });
      });
    });
  keys
    .command('list')
    .description('list the keys without their secrets')
    .action(() => withStore(async ({ database }) => (await listOperatorKeys(database)).forEach(print)));
  keys
    .command('revoke')
    .description('revoke a key permanently')
    .argument('<id>', "the key's id")
    .action((id: string) =>
      withStoreAs('operator-key revoke', async ({ database, origin }) => {
        const key = await revokeOperatorKey(database, id, origin);
        if (!key) throw new Error(`there is no operator key ${id}`);
        print({ ...key, isChanged: origin.isNoted });
      }),
    );
}
