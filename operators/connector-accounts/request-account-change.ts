import type { ConnectorAccount } from '../../domain/payments/connector-account/connector-account';
import { isInstallation } from '../../store/merchants/configuration/approved-change';
import type { CreatedCommand, Requester } from '../../store/operators/operator-command/operator-command.create';
import { isRouted } from '../../store/payments/routing/routed-owners';
import type { Store } from '../../store/store';
import { requestCommand } from '../commands/command-executors';
import { ACCOUNT_CHANGES, type AccountChange } from './account.executors';

type AccountCommand = keyof typeof ACCOUNT_CHANGES;

export type RequestedAccountChange = {
  [Type in AccountCommand]: {
    type: Type;
    given: (typeof ACCOUNT_CHANGES)[Type] extends AccountChange<infer Given> ? Given : never;
    reason: string;
  };
}[AccountCommand];

/**
 * Changes an account, or requests the command that a second person approves: always for its credentials and settings, and for
 * disabling and enabling it where a route names it. @throws InvalidConfiguration, VersionConflict, Refusal notFound
 */
export async function requestAccountChange(
  store: Store,
  requester: Requester,
  { type, given, reason }: RequestedAccountChange,
): Promise<{ account: ConnectorAccount } | { command: CreatedCommand }> {
  const { compare, apply } = ACCOUNT_CHANGES[type] as AccountChange<typeof given>;
  const changes = await compare(store, given);
  const isAlone = changes.length === 0 || (await mayChangeAlone(store, type, given.id));
  if (isAlone) return { account: await apply(store, { ...given, reason }) };
  return { command: await requestCommand(store, requester, { type, parameters: given, reason }) };
}

async function mayChangeAlone({ database }: Store, type: AccountCommand, id: string): Promise<boolean> {
  if (await isInstallation(database)) return true;
  const isSwitch = type === 'disableConnectorAccount' || type === 'enableConnectorAccount';
  return isSwitch && !(await isRouted(database, id));
}
