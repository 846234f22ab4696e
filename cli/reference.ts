import { Argument, Option, type Command } from 'commander';
import { stringify } from 'yaml';
import type { SchemaProblem } from '../operators/reference-data/problems';
import { defaultReferenceDataFile } from '../operators/reference-data/reference-data-file';
import { readYamlFile, type YamlFile } from '../operators/reference-data/yaml-file';
import { formatChange, type PrintedChange } from './config-changes';
import { isWaiting, printWaiting } from './operator-commands';
import { parseInteger } from './parse-options';
import { runAt, withRemoteOption } from './remote';
import { assertReason } from './webhook-settings';
import { print } from './with-store';

const LISTS = ['categories', 'contracts', 'institutions', 'parties', 'shops', 'wallet-providers'];
const MAX_VERSION = 2 ** 31 - 1;

export function addReferenceCommand(program: Command): void {
  const reference = program
    .command('reference')
    .description('configuration: categories, institutions, parties with their contracts and shops, wallet providers');
  addExport(reference);
  addCheck(reference);
  addDiff(reference);
  addLoad(reference);
  addRollBack(reference);
}

function addExport(reference: Command): void {
  withRemoteOption(reference.command('export'))
    .description('print everything on record as a YAML file')
    .action(async (_: object, command: Command) => {
      const data = await runAt<object>(command, { method: 'GET', path: 'reference' });
      process.stdout.write(stringify(data, { lineWidth: 0 }));
    });
}

function addCheck(reference: Command): void {
  withRemoteOption(reference.command('check'))
    .description('validate a YAML file against what is on record, which completes it')
    .argument('[file]', 'the file; one merchant is enough', defaultReferenceDataFile())
    .action(async (path: string, _: object, command: Command) => {
      const changes = await check(readYamlFile(path), command);
      print({ file: path, problems: 0, changes: changes.length });
    });
}

function addDiff(reference: Command): void {
  withRemoteOption(reference.command('diff'))
    .description('print what a YAML file would change')
    .argument('[file]', 'the file', defaultReferenceDataFile())
    .action(async (path: string, _: object, command: Command) => {
      (await check(readYamlFile(path), command)).forEach((change) => print(formatChange(change)));
    });
}

function addLoad(reference: Command): void {
  withRemoteOption(reference.command('load'))
    .description('load a YAML file, all or nothing; nothing is removed')
    .argument('[file]', 'the file', defaultReferenceDataFile())
    .addOption(new Option('--reason <reason>', 'the reason, for the audit log').makeOptionMandatory())
    .action(async (path: string, { reason }: { reason: string }, command: Command) => {
      assertReason(reason);
      const file = readYamlFile(path);
      await check(file, command);
      const answer = await runAt<{ changes: PrintedChange[] }>(command, {
        ...{ method: 'POST', path: 'reference/load', body: { data: file.value, reason } },
      });
      if (isWaiting(answer)) return printWaiting(answer);
      answer.changes.forEach((change) => print(formatChange(change)));
      print({ isChanged: answer.isChanged });
    });
}

function addRollBack(reference: Command): void {
  withRemoteOption(reference.command('roll-back'))
    .description('restore the values of an earlier version, which the audit log names')
    .addArgument(new Argument('<list>').choices(LISTS))
    .argument('<id>', 'the entity')
    .requiredOption('--to <version>', 'the version')
    .addOption(new Option('--reason <reason>', 'the reason, for the audit log').makeOptionMandatory())
    .action(async (list: string, id: string, { to, reason }: { to: string; reason: string }, command: Command) => {
      assertReason(reason);
      const path = `configuration/${list}/${encodeURIComponent(id)}`;
      const { version } = await runAt<{ version: number }>(command, { method: 'GET', path });
      const body = { toVersion: parseInteger(to, { name: '--to', max: MAX_VERSION }), reason };
      const headers = { 'If-Match': `"${version}"` };
      const answer = await runAt<object>(command, { method: 'POST', path: `${path}/roll-back`, body, headers });
      if (isWaiting(answer)) printWaiting(answer);
      else print(answer);
    });
}

/** @throws Error with a line per problem: `file:line:column: place: problem` */
async function check(file: YamlFile, command: Command): Promise<PrintedChange[]> {
  const { problems, changes } = await runAt<{ problems: SchemaProblem[]; changes: PrintedChange[] }>(command, {
    ...{ method: 'POST', path: 'reference/check', body: { data: file.value } },
  });
  if (problems.length > 0) throw new Error(problems.map(file.format).join('\n'));
  return changes;
}
