import type { Command } from 'commander';
import { createApiKey } from '../store/api-key/api-key.create';
import { DEMO } from '../store/demo/demo';
import { loadReferenceData } from '../store/reference-data/load';
import { defaultReferenceDataFile, readReferenceData } from '../operators/reference-data/reference-data-file';
import { print, withStoreAs } from './with-store';

export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('the demonstration party and shop')
    .command('seed')
    .description('create them with a new API key')
    .action(() =>
      withStoreAs('demo seed', async ({ database, origin }) => {
        await loadReferenceData(database, readReferenceData(defaultReferenceDataFile()), origin);
        const { secret } = await createApiKey(database, { partyID: DEMO.partyID, name: 'demo' }, origin);
        print({ ...DEMO, apiKey: secret });
      }),
    );
}
