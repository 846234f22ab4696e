import type { Command } from 'commander';
import { ROLES, isRole } from '../domain/operators/operator/roles';
import { rfc3339Text } from '../domain/platform/rfc3339/rfc3339';
import { installAdministrator } from '../store/operators/operator/operator.install';
import { readList } from './fields';
import { requestCommand } from './operator-commands';
import { parseFutureTime } from './parse-options';
import { announceLocal, callOperatorsApi, withRemoteOption } from './remote';
import { print, withStoreAs } from './with-store';

interface CreateOptions {
  name: string;
  email: string;
  roles: string;
  reason?: string;
  id?: string;
  local?: true;
}

const KEY_LIFETIME = '90d';

/** Adds `operator create`. */
export function addOperatorCreation(operators: Command): void {
  withRemoteOption(operators.command('create'))
    .description('create an operator and an invitation, after the approval of another administrator')
    .requiredOption('--name <name>', 'the name of the person')
    .requiredOption('--email <email>', 'by which the OpenID Connect provider knows the person')
    .option('--roles <roles>', `separated by commas: ${ROLES.join(', ')}`, 'administrator')
    .option('--reason <text>', 'why, for the audit log; not with --local')
    .option('--id <id>', 'the idempotency key; default: derived from the order and the day (UTC)')
    .option('--local', 'write an administrator to the database, with a key: while fewer than two can sign in')
    .action(async ({ name, email, local, ...options }: CreateOptions, command: Command) => {
      const roles = readList(options.roles, { what: 'role', known: ROLES }).filter(isRole);
      const { reason = '', id } = options;
      if (!local)
        return requestCommand(command, { type: 'createOperator', parameters: { name, email, roles }, reason, id });
      announceLocal(command);
      if (roles.join() !== 'administrator')
        throw new Error('--local creates an operator with the role administrator only');
      await install(name, email);
    });
}

async function install(name: string, email: string): Promise<void> {
  await withStoreAs('operator create', async ({ database, origin }) => {
    const expiresAt = parseFutureTime(KEY_LIFETIME, '--expires');
    const key = await installAdministrator(database, { name, email, expiresAt }, origin);
    print({ operatorID: key.operatorID, name, email, expiresAt, operatorKey: key.secret });
  });
}

/** Adds `operator-key redeem`, which needs no sign-in. */
export function addRedemption(keys: Command): void {
  withRemoteOption(keys.command('redeem'))
    .description('make your first key with the two codes of your invitation; it is shown once')
    .argument('<code>', 'the code of one administrator')
    .argument('<other code>', 'the code of the other')
    .requiredOption('--name <name>', 'a name for the key')
    .option('--expires <when>', 'a duration such as 90d, or an RFC 3339 time, within a year', KEY_LIFETIME)
    .action(
      async (code: string, other: string, { name, expires }: Record<'name' | 'expires', string>, command: Command) => {
        const body = { codes: [code, other], name, expiresAt: rfc3339Text(parseFutureTime(expires, '--expires')) };
        const call = { method: 'POST', path: 'invitations/redeem', body, bearer: null } as const;
        print(await callOperatorsApi<object>(command, call));
      },
    );
}
