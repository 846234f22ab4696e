import { Option, type Command } from 'commander';
import { approveDestination, rejectDestination } from '../store/destination/destination.transitions';
import {
  DECISION_STATUSES,
  listOperatedDestinations,
  type DecisionStatus,
} from '../store/destination/destination.waiting';
import { parseInteger } from './parse-options';
import { runAt, withRemoteOption } from './remote';
import { print, withStoreAs } from './with-store';

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
  destination
    .command('reject')
    .description('refuse or withdraw the authorisation of a destination; it can be approved anew')
    .argument('<id>', "the destination's id")
    .requiredOption('--reason <text>', 'why, for the audit log')
    .action((id: string, { reason }: { reason: string }) =>
      withStoreAs('destination reject', async (store) => {
        const { status } = await rejectDestination(store, { destinationID: id, reason });
        print({ destinationID: id, status, isChanged: store.origin.isNoted });
      }),
    );
  destination
    .command('approve')
    .description('authorise a destination that awaits approval, has expired or was rejected')
    .argument('<id>', "the destination's id")
    .requiredOption('--reason <text>', 'why, for the audit log')
    .action((id: string, { reason }: { reason: string }) =>
      withStoreAs('destination approve', async (store) => {
        const { status, validUntil } = await approveDestination(store, { destinationID: id, reason });
        print({ destinationID: id, status, validUntil, isChanged: store.origin.isNoted });
      }),
    );
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
