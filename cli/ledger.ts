import type { Command } from 'commander';
import { verifyLedger } from '../store/ledger/verify';
import { print, withStore } from './with-store';

/** `ledger verify`: proves the ledger's invariants; exit code 1 and one line for each fault where one is broken. */
export function addLedgerCommand(program: Command): void {
  const ledger = program.command('ledger').description('the double-entry ledger');
  ledger
    .command('verify')
    .description('prove that every balance follows from its transfers, and every payment from its postings')
    .action(() =>
      withStore(async ({ database }) => {
        const faults = await verifyLedger(database);
        faults.forEach(print);
        if (faults.length > 0) throw new Error(`the ledger has ${faults.length} faults`);
        print({ ledger: 'verified' });
      }),
    );
}
