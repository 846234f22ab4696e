import type { Command } from 'commander';
import { rfc3339Text } from '../domain/platform/rfc3339/rfc3339';
import { installAdministrator } from '../store/operators/operator/operator.install';
import { parseFutureTime } from './parse-options';
import { callOperatorsApi, withRemoteOption } from './remote';
import { print, withStoreAs } from './with-store';

const KEY_LIFETIME = '90d';

/** `operator create --local`: while fewer than two administrators can sign in. */
export async function installOperator({ name, email, roles }: Record<'name' | 'email', string> & { roles: string[] }) {
  if (roles.join() !== 'administrator') throw new Error('--local creates an operator with the role administrator only');
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
