import { Option, type Command } from 'commander';
import { ROLES, isRole, type Role } from '../domain/operator/roles';
import { rfc3339Text } from '../domain/rfc3339/rfc3339';
import { installAdministrator } from '../store/operator/operator.install';
import { requestCommand } from './operator-commands';
import { asDecision, type DecisionOptions } from './operator-decisions';
import { parseFutureTime } from './parse-options';
import { announceLocal, callOperatorsApi, getOperatorsUrl, runAt, withRemoteOption } from './remote';
import { print, withStoreAs } from './with-store';
import { assertReason } from './webhook-settings';

interface CreateOptions extends Partial<DecisionOptions> {
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
  addChanges(operators);
  addKeyCommands(program);
}

interface Page {
  operators: object[];
  continuationToken?: string;
}

function addCreate(operators: Command): void {
  withRemoteOption(operators.command('create'))
    .description('create an operator and an invitation, after the approval of another administrator')
    .requiredOption('--name <name>', 'the name of the person')
    .requiredOption('--email <email>', 'by which the OpenID Connect provider knows the person')
    .option('--roles <roles>', `separated by commas: ${ROLES.join(', ')}`, 'administrator')
    .option('--reason <text>', 'why, for the audit log; not with --local')
    .option('--id <id>', 'the idempotency key; default: derived from the order and the day (UTC)')
    .option('--local', 'write an administrator to the database, with a key: while fewer than two can sign in')
    .action(async ({ name, email, local, ...options }: CreateOptions, command: Command) => {
      const roles = parseRoles(options.roles);
      if (local) return install(command, { name, email, roles });
      const { reason = '', id } = options;
      await requestCommand(command, { type: 'createOperator', parameters: { name, email, roles }, reason, id });
    });
}

async function install(command: Command, { name, email, roles }: { name: string; email: string; roles: Role[] }) {
  announceLocal(command);
  if (roles.join() !== 'administrator') throw new Error('--local creates an operator with the role administrator only');
  await withStoreAs('operator create', async ({ database, origin }) => {
    const expiresAt = parseFutureTime(KEY_LIFETIME, '--expires');
    const key = await installAdministrator(database, { name, email, expiresAt }, origin);
    print({ operatorID: key.operatorID, name, email, expiresAt, operatorKey: key.secret });
  });
}

/** Each waits for another administrator, except the end of an access. */
function addChanges(operators: Command): void {
  asDecision(operators.command('roles'))
    .description('replace the roles of an operator')
    .argument('<id>', "the operator's id")
    .argument('<roles>', `separated by commas: ${ROLES.join(', ')}; none for no role`)
    .action((operatorID: string, roles: string, options: DecisionOptions, command: Command) => {
      const parameters = { operatorID, roles: roles === 'none' ? [] : parseRoles(roles) };
      return requestCommand(command, { ...options, type: 'setOperatorRoles', parameters });
    });
  for (const [name, type, description] of [
    ['activate', 'activateOperator', 'restore the access of an operator'],
    ['invite', 'inviteOperator', 'let an operator make a key, with the codes of two administrators'],
  ] as const) {
    asDecision(operators.command(name))
      .description(description)
      .argument('<id>', "the operator's id")
      .action((operatorID: string, options: DecisionOptions, command: Command) =>
        requestCommand(command, { ...options, type, parameters: { operatorID } }),
      );
  }
  withRemoteOption(operators.command('invitation-code'))
    .description('show your code of an invitation that you requested or approved; give it to the invited person')
    .argument('<id>', 'the invitation, from the outcome of its command')
    .action(async (id: string, _: object, command: Command) => {
      print(await runAt(command, { method: 'POST', path: `invitations/${encodeURIComponent(id)}/code` }));
    });
  withRemoteOption(operators.command('deactivate'))
    .description('end the access of an operator')
    .argument('<id>', "the operator's id")
    .requiredOption(...reasonOption)
    .action(async (id: string, { reason }: { reason: string }, command: Command) => {
      assertReason(reason);
      const path = `operators/${encodeURIComponent(id)}/deactivate`;
      print(await runAt(command, { method: 'POST', path, body: { reason } }));
    });
}

interface KeyOptions {
  name: string;
  roles?: string;
  expires: string;
}

const expiryOption = [
  '--expires <when>',
  'a duration such as 90d, or an RFC 3339 time, within a year',
  KEY_LIFETIME,
] as const;

const parseExpiry = (expires: string): string => rfc3339Text(parseFutureTime(expires, '--expires'));

function addKeyCommands(program: Command): void {
  const keys = program.command('operator-key').description("operators' keys: redeem, create, list, revoke");
  withRemoteOption(keys.command('redeem'))
    .description('make your first key with the two codes of your invitation; it is shown once')
    .argument('<code>', 'the code of one administrator')
    .argument('<other code>', 'the code of the other')
    .requiredOption('--name <name>', 'a name for the key')
    .option(...expiryOption)
    .action(async (code: string, other: string, { name, expires }: KeyOptions, command: Command) => {
      const body = { codes: [code, other], name, expiresAt: parseExpiry(expires) };
      const call = { method: 'POST', path: 'invitations/redeem', body } as const;
      print(await callOperatorsApi<object>(getOperatorsUrl(command), call, null));
    });
  withRemoteOption(keys.command('create'))
    .description('create another key of your own; it is shown once')
    .requiredOption('--name <name>', 'a name for the key')
    .option('--roles <roles>', 'restrict the key to these roles, separated by commas')
    .option(...expiryOption)
    .action(async ({ name, roles, expires }: KeyOptions, command: Command) => {
      const restricted = roles === undefined ? {} : { roles: parseRoles(roles) };
      const body = { name, ...restricted, expiresAt: parseExpiry(expires) };
      print(await runAt(command, { method: 'POST', path: 'me/keys', body }));
    });
  withRemoteOption(keys.command('list'))
    .description('list keys without their secrets')
    .addOption(operatorOption())
    .action(async ({ operator }: { operator?: string }, command: Command) => {
      const path = operator === undefined ? 'me/keys' : `operators/${encodeURIComponent(operator)}/keys`;
      (await runAt<{ keys: object[] }>(command, { method: 'GET', path })).keys.forEach(print);
    });
  withRemoteOption(keys.command('revoke'))
    .description('revoke a key permanently: your own, or with the role administrator any')
    .argument('<id>', "the key's id")
    .addOption(operatorOption())
    .requiredOption(...reasonOption)
    .action(async (id: string, { operator, reason }: { operator?: string; reason: string }, command: Command) => {
      assertReason(reason);
      const of = operator === undefined ? 'me/keys' : 'operator-keys';
      print(await runAt(command, { method: 'POST', path: `${of}/${encodeURIComponent(id)}/revoke`, body: { reason } }));
    });
}

function operatorOption(): Option {
  return new Option('--operator <id>', 'whose key; default: your own');
}

function parseRoles(text: string): Role[] {
  const named = [...new Set(text.split(',').map((part) => part.trim()))];
  const wrong = named.filter((part) => !isRole(part));
  if (wrong.length > 0) throw new Error(`there is no role ${wrong.join(', ')}; roles are ${ROLES.join(', ')}`);
  return named.filter(isRole);
}
