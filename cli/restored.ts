import type { Command } from 'commander';
import { AccountConnectors } from '../connectors/account-connectors';
import { accountSource } from '../store/payments/connector-account/account-source';
import { recordTrial } from '../store/operators/go-live/go-live.queries';
import { advanceSequences } from '../store/operators/restore/advance-sequences';
import { checkAfterRestore } from '../operators/restore/post-restore-check';
import { print, withStoreAs } from './with-store';

/** `restored` runs once after the database was restored to an earlier moment, before the platform starts. */
export function addRestoredCommand(program: Command): void {
  program
    .command('restored')
    .description('run after restoring the database from a backup: advance sequences, compare with connectors')
    .option('--elsewhere <place>', 'only record that a backup was restored to another database: where, for `go-live`')
    .action(async ({ elsewhere }: { elsewhere?: string }) => {
      await withStoreAs('restored', async (store) => {
        if (elsewhere !== undefined) {
          await recordTrial(store, 'restored', elsewhere);
          return print({ recorded: elsewhere });
        }
        const connectors = await new AccountConnectors(accountSource(store)).openAll();
        let openCount = 0;
        // This runs before sequences are advanced: payments made after the restored moment have the next numbers.
        for await (const difference of checkAfterRestore(store, connectors)) {
          print(difference);
          if (!difference.isMended) openCount++;
        }
        print({ ...(await advanceSequences(store)), left: openCount });
      });
      // Connectors keep connections open.
      process.exit();
    });
}

/** `alert-received` records what only the people who are called can know. */
export function addAlertReceivedCommand(program: Command): void {
  program
    .command('alert-received')
    .description('record that a test alert reached the people it is for, for `go-live`')
    .argument('<place>', 'where it arrived: a telephone, a chat, an address')
    .action(async (place: string) => {
      await withStoreAs('alert-received', (store) => recordTrial(store, 'alertReceived', place));
      print({ recorded: place });
    });
}
