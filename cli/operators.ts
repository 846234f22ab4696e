import { Option, type Command } from 'commander';
import { ROLES, isRole, type Role } from '../domain/operator/roles';
import { rfc3339Text } from '../domain/rfc3339/rfc3339';
import { createOperator } from '../store/operator/operator.create';
import { createOperatorKey } from '../store/operator-key/operator-key.create';
import { parseFutureTime } from './parse-options';
import { announceLocal, runAt, withRemoteOption } from './remote';
import { print, withStoreAs } from './with-store';
import { assertReason } from './webhook-settings';

interface CreateOptions {
  name: string;
  email: string;
  roles: string;
  local?: true;
}

const reasonOption = ['--reason <reason>', 'the reason, for the audit log'] as const;
const KEY_LIFETIME = '90d';

/** Adds `operator` and `operator-key`. */
export function addOperatorCommands(program: Command): void {
  const operators = program.command('operator').description('operators: people with roles');
  addCreate(operators);
  withRemoteOption(operators.command('list'))
    .description('list operators with roles and when they were last seen')
    .action(async (_: object, command: Command) => {
      let after: string | undefined;
      do {
        const query = { limit: '1000', continuationToken: after };
        const page = await runAt<Page>(command, { method: 'GET', path: 'operators', query });
        page.operators.forEach(print);
        after = page.continuationToken;
      } while (after !== undefined);
    });
  withRemoteOption(operators.command('roles'))
    .description('replace the roles of an operator')
    .argument('<id>', "the operator's id")
    .argument('<roles>', `separated by commas: ${ROLES.join(', ')}; none for no role`)
    .requiredOption(...reasonOption)
    .action(async (id: string, roles: string, { reason }: { reason: string }, command: Command) => {
      assertReason(reason);
      const body = { roles: roles === 'none' ? [] : parseRoles(roles), reason };
      print(await runAt(command, { method: 'PUT', path: `operators/${encodeURIComponent(id)}/roles`, body }));
    });
  for (const name of ['deactivate', 'activate'] as const) {
    withRemoteOption(operators.command(name))
      .description(name === 'activate' ? 'restore the access of an operator' : 'end the access of an operator')
      .argument('<id>', "the operator's id")
      .requiredOption(...reasonOption)
      .action(async (id: string, { reason }: { reason: string }, command: Command) => {
        assertReason(reason);
        const path = `operators/${encodeURIComponent(id)}/${name}`;
        print(await runAt(command, { method: 'POST', path, body: { reason } }));
      });
  }
  addKeyCommands(program);
}

interface Page {
  operators: object[];
  continuationToken?: string;
}

function addCreate(operators: Command): void {
  withRemoteOption(operators.command('create'))
    .description('create an operator')
    .requiredOption('--name <name>', 'the name of the person')
    .requiredOption('--email <email>', 'by which the OpenID Connect provider knows the person')
    .requiredOption('--roles <roles>', `separated by commas: ${ROLES.join(', ')}`)
    .option('--local', 'write to the database, with a key that is shown once: for the first administrator')
    .action(async ({ name, email, roles, local }: CreateOptions, command: Command) => {
      const body = { name, email, roles: parseRoles(roles) };
      if (!local) return print(await runAt(command, { method: 'POST', path: 'operators', body }));
      announceLocal(command);
      await withStoreAs('operator create', async ({ database, origin }) => {
        const operator = await createOperator(database, body, origin);
        const expiresAt = parseFutureTime(KEY_LIFETIME, '--expires');
        const key = { name: 'first key', operatorID: operator.id, expiresAt };
        const { secret } = await createOperatorKey(database, key, origin);
        print({ operatorID: operator.id, ...body, expiresAt, operatorKey: secret });
      });
    });
}

interface KeyOptions {
  operator?: string;
  name: string;
  roles?: string;
  expires: string;
}

function addKeyCommands(program: Command): void {
  const keys = program.command('operator-key').description("operators' keys: create, list, revoke");
  const operatorOption = (): Option => new Option('--operator <id>', 'whose key; default: your own');
  withRemoteOption(keys.command('create'))
    .description('create a key; it is shown once')
    .requiredOption('--name <name>', 'a name for the key')
    .addOption(operatorOption())
    .option('--roles <roles>', 'restrict the key to these roles, separated by commas')
    .option('--expires <when>', 'a duration such as 90d, or an RFC 3339 time, within a year', KEY_LIFETIME)
    .action(async ({ operator, name, roles, expires }: KeyOptions, command: Command) => {
      const body = {
        name,
        ...(roles === undefined ? {} : { roles: parseRoles(roles) }),
        expiresAt: rfc3339Text(parseFutureTime(expires, '--expires')),
      };
      print(await runAt(command, { method: 'POST', path: await buildKeysPath(command, operator), body }));
    });
  withRemoteOption(keys.command('list'))
    .description('list keys without their secrets')
    .addOption(operatorOption())
    .action(async ({ operator }: { operator?: string }, command: Command) => {
      const path = await buildKeysPath(command, operator);
      (await runAt<{ keys: object[] }>(command, { method: 'GET', path })).keys.forEach(print);
    });
  withRemoteOption(keys.command('revoke'))
    .description('revoke a key permanently')
    .argument('<id>', "the key's id")
    .requiredOption(...reasonOption)
    .action(async (id: string, { reason }: { reason: string }, command: Command) => {
      assertReason(reason);
      const path = `operator-keys/${encodeURIComponent(id)}/revoke`;
      print(await runAt(command, { method: 'POST', path, body: { reason } }));
    });
}

async function buildKeysPath(command: Command, given: string | undefined): Promise<string> {
  const call = { method: 'GET', path: 'me' } as const;
  const id = given ?? (await runAt<{ operatorID: string }>(command, call)).operatorID;
  return `operators/${encodeURIComponent(id)}/keys`;
}

function parseRoles(text: string): Role[] {
  const named = [...new Set(text.split(',').map((part) => part.trim()))];
  const wrong = named.filter((part) => !isRole(part));
  if (wrong.length > 0) throw new Error(`there is no role ${wrong.join(', ')}; roles are ${ROLES.join(', ')}`);
  return named.filter(isRole);
}
