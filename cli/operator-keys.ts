import type { Command } from 'commander';
import { ROLES, type Role } from '../domain/operator/roles';
import { createOperator } from '../store/operator/operator.create';
import { createOperatorKey } from '../store/operator-key/operator-key.create';
import { listOperatorKeys } from '../store/operator-key/operator-key.queries';
import { revokeOperatorKey } from '../store/operator-key/operator-key.transitions';
import { parseFutureTime } from './parse-options';
import { print, withStore, withStoreAs } from './with-store';

interface CreateOptions {
  name: string;
  roles?: string;
  expires?: string;
}

export function addOperatorKeyCommand(program: Command): void {
  const keys = program.command('operator-key').description("keys of the operators' API: create, list, revoke");
  keys
    .command('create')
    .description('create a key; it is shown once')
    .requiredOption('--name <name>', 'the operator, who is created unless known by this name')
    .option('--roles <roles>', `the roles of the key, and of a new operator: ${ROLES.join(', ')}; default: all`)
    .option('--expires <when>', 'a duration such as 90d, or an RFC 3339 time; default: never')
    .action(({ name, roles: given, expires }: CreateOptions) => {
      if (name.trim() === '') throw new Error('--name must not be empty');
      const roles = given === undefined ? undefined : parseRoles(given);
      const expiresAt = expires === undefined ? undefined : parseFutureTime(expires, '--expires');
      return withStoreAs('operator-key create', async ({ database, origin }) => {
        const operator = await createOperator(database, { name, email: name, roles: roles ?? ROLES }, origin);
        const created = await createOperatorKey(database, { name, operatorID: operator.id, roles, expiresAt }, origin);
        // A key has no more roles than its operator.
        const usable = operator.roles.filter((role) => roles?.includes(role) ?? true);
        print({ id: created.id, name, roles: usable, expiresAt: created.expiresAt, operatorKey: created.secret });
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

/** @throws Error for an unknown role */
function parseRoles(text: string): Role[] {
  return text.split(',').map((word) => {
    const role = ROLES.find((each) => each === word.trim());
    if (!role) throw new Error(`--roles: ${word.trim()} is not one of ${ROLES.join(', ')}`);
    return role;
  });
}
