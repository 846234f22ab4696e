import type { Command } from 'commander';
import { approveDestination } from '../store/destination/destination.transitions';
import { print, withStoreAs } from './with-store';

export function addDestinationCommand(program: Command): void {
  program
    .command('destination')
    .description('destinations of withdrawals')
    .command('approve')
    .description('authorise a destination that awaits approval or has expired')
    .argument('<id>', "the destination's id")
    .requiredOption('--reason <text>', 'why, for the audit log')
    .action((id: string, { reason }: { reason: string }) =>
      withStoreAs('destination approve', async (store) => {
        const { status, validUntil } = await approveDestination(store, { destinationID: id, reason });
        print({ destinationID: id, status, validUntil, isChanged: store.origin.isNoted });
      }),
    );
}
