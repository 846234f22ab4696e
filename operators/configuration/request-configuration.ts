import type { ReadCommand } from '../../domain/operators/operator-command/command-fields';
import type { CONFIGURATION_COMMANDS } from '../../domain/merchants/reference-data/configuration-commands';
import { SecondPersonRequired } from '../../store/merchants/configuration/approved-change';
import { changeConfiguration, type EntityChange } from '../../store/merchants/configuration/configuration.change';
import type { CreatedCommand, Requester } from '../../store/operators/operator-command/operator-command.create';
import type { Store } from '../../store/store';
import { requestCommand } from '../commands/command-executors';
import { digestChanges, planOrder, type ConfigurationOrder } from './configuration';

/** The command of each order. */
export const CONFIGURATION_ORDERS = {
  create: 'createConfiguration',
  change: 'changeConfiguration',
  rollBack: 'rollBackConfiguration',
  load: 'loadReferenceData',
} as const satisfies Record<keyof typeof CONFIGURATION_COMMANDS, string>;

export type RequestedChange = { changes: EntityChange[] } | { command: CreatedCommand };

/**
 * Changes the configuration, or requests the command that a second person approves.
 * @throws InvalidConfiguration, VersionConflict, Refusal notFound
 */
export async function requestConfiguration(
  store: Store,
  requester: Requester,
  { order, reason }: { order: ConfigurationOrder; reason: string },
): Promise<RequestedChange> {
  const plan = await planOrder(store.database, order);
  try {
    return { changes: await changeConfiguration(store, { ...plan, reason }) };
  } catch (error) {
    if (!(error instanceof SecondPersonRequired)) throw error;
    const parameters = toParameters(order, digestChanges(error.changes));
    return {
      command: await requestCommand(store, requester, { type: CONFIGURATION_ORDERS[order.name], parameters, reason }),
    };
  }
}

function toParameters(
  order: ConfigurationOrder,
  digest: string,
): ReadCommand<(typeof CONFIGURATION_COMMANDS)['load']> | object {
  const { name, ...parameters } = order;
  return name === 'load' ? { ...parameters, digest } : parameters;
}
