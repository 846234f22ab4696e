import type { Command } from 'commander';
import { stepAhead } from '../store/restore/step-ahead';
import { print, withStoreAs } from './with-store';

/** `restored`: once after the record was restored to an earlier moment, before anything of the platform runs. */
export function addRestoredCommand(program: Command): void {
  program
    .command('restored')
    .description('after the record was restored to an earlier moment: give no number again that was given since')
    .action(() => withStoreAs('restored', async (store) => print(await stepAhead(store))));
}
