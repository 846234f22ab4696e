import type { Command } from 'commander';
import { loadReferenceData } from '../store/reference-data/load';
import { defaultReferenceDataFile, readReferenceData } from './reference-data/reference-data-file';
import { alsoRemote } from './remote';
import { print, withStoreAs } from './with-store';

/** `reference load|check FILE`: what the provider configures. */
export function addReferenceCommand(program: Command): void {
  const reference = program
    .command('reference')
    .description('reference data: categories, institutions, parties with their contracts and shops, wallet providers');
  reference
    .command('load')
    .description('make the record say what a YAML file says; nothing is removed')
    .argument('[file]', 'the file', defaultReferenceDataFile())
    .action((path: string) =>
      withStoreAs('reference load', async ({ database, origin }) => {
        const loaded = await loadReferenceData(database, readReferenceData(path), origin);
        print({ loaded, isChanged: origin.isNoted });
      }),
    );
  alsoRemote(reference.command('check'))
    .description('say what is wrong with a YAML file, without loading it')
    .argument('[file]', 'the file', defaultReferenceDataFile())
    .action((path: string) => {
      readReferenceData(path);
      print({ file: path, problems: 0 });
    });
}
