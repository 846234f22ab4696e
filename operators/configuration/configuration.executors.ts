import { Refusal } from '../../domain/platform/errors/refusal';
import { changeConfiguration, toOutcome } from '../../store/merchants/configuration/configuration.change';
import { getReason } from '../../store/platform/audit/origin';
import type { CommandExecutor } from '../../store/operators/operator-command/command-executor';
import { compareOrder, planOrder, type ConfigurationOrder } from './configuration';

/** Compares at the request, and writes what was approved and nothing else. */
function executorOf<Name extends ConfigurationOrder['name']>(
  name: Name,
): CommandExecutor<Omit<Extract<ConfigurationOrder, { name: Name }>, 'name'>> {
  const toOrder = (parameters: object) => ({ ...parameters, name }) as unknown as ConfigurationOrder;
  return {
    assess: async (database, parameters) => {
      const changes = await compareOrder(database, toOrder(parameters));
      if (changes.length === 0) throw new Refusal('invalidRequest', 'the command changes nothing');
      return { money: undefined, partyID: null, changes };
    },
    execute: async (store, parameters, _, command) => {
      if (command.outcome) return { outcome: command.outcome };
      const plan = await planOrder(store.database, toOrder(parameters));
      return { outcome: toOutcome(await changeConfiguration(store, { ...plan, command, reason: getReason(store) })) };
    },
  };
}

export const configurationExecutors = {
  createConfiguration: executorOf('create'),
  changeConfiguration: executorOf('change'),
  rollBackConfiguration: executorOf('rollBack'),
  loadReferenceData: executorOf('load'),
};
