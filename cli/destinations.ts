import { Option, type Command } from 'commander';
import { approveDestination, rejectDestination } from '../store/destination/destination.transitions';
import {
  DECISION_STATUSES,
  listOperatedDestinations,
  type DecisionStatus,
} from '../store/destination/destination.waiting';
import { isAttributed } from '../store/audit/origin';
import type { Store } from '../store/store';
import { addBlocks, commandCall } from './operator-decisions';
import { parseInteger } from './parse-options';
import { runAt, withRemoteOption } from './remote';
import { print } from './with-store';

const MAX_LISTED = 1_000;

interface ListOptions {
  status: DecisionStatus;
  party?: string;
  limit: string;
}

export function addDestinationCommand(program: Command): void {
  const destination = program.command('destination').description('destinations of withdrawals');
  withRemoteOption(destination.command('list'))
    .description('list destinations of all parties, newest first; by default those that wait for approval')
    .addOption(new Option('--status <status>', 'the decision').choices(DECISION_STATUSES).default('AwaitingApproval'))
    .option('--party <id>', 'only destinations of this party')
    .option('--limit <count>', `maximum number of entries, up to ${MAX_LISTED}`, '50')
    .action(list);
  addBlocks(destination, 'destination');
  withRemoteOption(destination.command('reject'))
    .description('refuse or withdraw the authorisation of a destination; it can be approved again')
    .argument('<id>', "the destination's id")
    .requiredOption('--reason <text>', 'why, for the audit log')
    .action(decide('rejectDestination', rejectDestination));
  withRemoteOption(destination.command('approve'))
    .description('authorise a destination that awaits approval, has expired or was rejected')
    .argument('<id>', "the destination's id")
    .requiredOption('--reason <text>', 'why, for the audit log')
    .action(decide('approveDestination', approveDestination));
}

type Decide = typeof approveDestination;

/** Over HTTP the decision is an operator's command; with the database of the host it takes effect at once. */
function decide(type: 'approveDestination' | 'rejectDestination', change: Decide) {
  return async (destinationID: string, options: { reason: string }, command: Command): Promise<void> => {
    const operation = type === 'approveDestination' ? 'destination approve' : 'destination reject';
    const call = commandCall({ type, parameters: { destinationID }, options });
    const here = async (store: Store): Promise<object> => {
      if (!isAttributed(store)) throw new Error('the operator is unknown');
      const { status, validUntil } = await change(store, { destinationID, ...options });
      return { destinationID, status, validUntil };
    };
    print(await runAt(command, { call, operation, here }));
  };
}

async function list({ status, party: partyID, limit }: ListOptions, command: Command): Promise<void> {
  const wanted = parseInteger(limit, { name: '--limit', max: MAX_LISTED });
  const { destinations } = await runAt<{ destinations: readonly object[] }>(command, {
    call: { method: 'GET', path: 'destinations', query: { status, partyID, limit } },
    here: async (store) => ({
      destinations: (await listOperatedDestinations(store, { status, partyID, limit: wanted })).rows,
    }),
  });
  destinations.forEach(print);
}
