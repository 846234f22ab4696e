import type { Command } from 'commander';
import { judgeRoutes } from '../connectors/known-connectors';
import { loadReferenceData } from '../store/reference-data/load';
import { defaultReferenceDataFile, readReferenceData } from '../operators/reference-data/reference-data-file';
import { EnvironmentError, loadEnvironment, type Environment } from '../runtime/environment';
import { withRemoteOption } from './remote';
import { print, withStoreAs } from './with-store';

export function addReferenceCommand(program: Command): void {
  const reference = program
    .command('reference')
    .description('reference data: categories, institutions, parties with their contracts and shops, wallet providers');
  reference
    .command('load')
    .description('upsert reference data from a YAML file; nothing is removed')
    .argument('[file]', 'the file', defaultReferenceDataFile())
    .action((path: string) =>
      withStoreAs('reference load', async ({ database, origin }) => {
        const data = readReferenceData(path, judgeRoutes(loadEnvironment()));
        const loaded = await loadReferenceData(database, data, origin);
        print({ loaded, isChanged: origin.isNoted });
      }),
    );
  withRemoteOption(reference.command('check'))
    .description('validate a YAML file without loading it')
    .argument('[file]', 'the file', defaultReferenceDataFile())
    .action((path: string) => {
      readReferenceData(path, judgeRoutes(environmentIfGiven()));
      print({ file: path, problems: 0 });
    });
}

/** Without an environment, configured connectors are unknown and are not checked. */
function environmentIfGiven(): Environment | undefined {
  try {
    return loadEnvironment();
  } catch (error) {
    if (error instanceof EnvironmentError) return undefined;
    throw error;
  }
}
