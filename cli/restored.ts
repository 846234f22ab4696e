import type { Command } from 'commander';
import { openConnectors } from '../connectors/registry';
import { loadEnvironment } from '../runtime/environment';
import { advanceSequences } from '../store/restore/advance-sequences';
import { checkAfterRestore } from './post-restore-check';
import { print, withStoreAs } from './with-store';

/** `restored`: once after the record was restored to an earlier moment, before anything of the platform runs. */
export function addRestoredCommand(program: Command): void {
  program
    .command('restored')
    .description(
      'after the record was restored to an earlier moment: give no number again, and tell what connectors know',
    )
    .action(async () => {
      const connectors = await openConnectors(loadEnvironment());
      await withStoreAs('restored', async (store) => {
        let left = 0;
        // Before the numbers are moved ahead: what was begun after the moment has the next ones.
        for await (const difference of checkAfterRestore(store, connectors)) {
          print(difference);
          if (!difference.isMended) left++;
        }
        print({ ...(await advanceSequences(store)), left });
      });
      // Connectors keep their connections open.
      process.exit();
    });
}
