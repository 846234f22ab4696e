import type { Command } from 'commander';
import { verifyLedger } from '../store/platform/ledger/verify';
import { print, withStore } from './with-store';

/** `ledger verify` exits with 1 and a line per fault if an invariant is broken. */
export function addLedgerCommand(program: Command): void {
  const ledger = program.command('ledger').description('the double-entry ledger');
  ledger
    .command('verify')
    .description('verify every balance against its transfers, and every payment against its postings')
    .action(() =>
      withStore(async ({ database }) => {
        const faults = await verifyLedger(database);
        faults.forEach(print);
        if (faults.length > 0) throw new Error(`the ledger has ${faults.length} faults`);
        print({ ledger: 'verified' });
      }),
    );
}
