import type { Command } from 'commander';
import { createApiKey } from '../store/api-key/api-keys';
import { DEMO } from '../store/demo/demo';
import { loadReferenceData } from '../store/reference-data/load';
import { saveProviders } from '../store/provider/providers';
import { defaultProvidersFile } from './providers';
import { defaultReferenceDataFile, readReferenceData } from './reference-data/reference-data-file';
import { readWalletProviders } from './wallet-providers-file';
import { print, withStore } from './with-store';

/** `demo seed`: the party, shop and key that a local start comes with. */
export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('the demonstration party and shop')
    .command('seed')
    .description('make them, with a new key')
    .action(() =>
      withStore(async ({ database }) => {
        await loadReferenceData(database, readReferenceData(defaultReferenceDataFile()));
        await saveProviders(database, readWalletProviders(defaultProvidersFile()));
        const { secret } = await createApiKey(database, { partyID: DEMO.partyID, name: 'demo' });
        print({ ...DEMO, apiKey: secret });
      }),
    );
}
