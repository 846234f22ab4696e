import type { CommandExecutor, ExecutedCommand } from '../../operators/operator-command/command-executor';
import { getReason, type OperatorStore } from '../../platform/audit/origin';
import { findPartyOf } from '../../merchants/block/block';
import type { Store } from '../../store';
import { approveDestination, rejectDestination } from './destination.transitions';

interface Parameters {
  destinationID: string;
}

function decision(decide: typeof approveDestination): CommandExecutor<Parameters> {
  return {
    assess: async (database, { destinationID: id }) => {
      return { money: undefined, partyID: await findPartyOf(database, { type: 'destination', id }) };
    },
    execute: async (store: OperatorStore<Store>, { destinationID }): Promise<ExecutedCommand> => {
      const { status } = await decide(store, { destinationID, reason: getReason(store) });
      return { outcome: { destinationID, status, isChanged: store.origin.isNoted } };
    },
  };
}

export const destinationExecutors = {
  approveDestination: decision(approveDestination),
  rejectDestination: decision(rejectDestination),
};
