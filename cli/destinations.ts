import { Option, type Command } from 'commander';
import { DECISION_STATUSES, type DecisionStatus } from '../store/destination/destination.waiting';
import { requestCommand } from './operator-commands';
import { addBlocks, asDecision, type DecisionOptions } from './operator-decisions';
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
  asDecision(destination.command('reject'))
    .description('refuse or withdraw the authorisation of a destination; it can be approved again')
    .argument('<id>', "the destination's id")
    .action(decide('rejectDestination'));
  asDecision(destination.command('approve'))
    .description('authorise a destination that awaits approval, has expired or was rejected')
    .argument('<id>', "the destination's id")
    .action(decide('approveDestination'));
}

function decide(type: 'approveDestination' | 'rejectDestination') {
  return (destinationID: string, options: DecisionOptions, command: Command): Promise<void> =>
    requestCommand(command, { ...options, type, parameters: { destinationID } });
}

async function list({ status, party: partyID, limit }: ListOptions, command: Command): Promise<void> {
  parseInteger(limit, { name: '--limit', max: MAX_LISTED });
  const query = { status, partyID, limit };
  const call = { method: 'GET', path: 'destinations', query } as const;
  const { destinations } = await runAt<{ destinations: readonly object[] }>(command, call);
  destinations.forEach(print);
}
