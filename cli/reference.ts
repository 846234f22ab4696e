import { Option, type Command } from 'commander';
import { stringify } from 'yaml';
import type { SchemaProblem } from '../operators/reference-data/problems';
import { defaultReferenceDataFile } from '../operators/reference-data/reference-data-file';
import { readYamlFile, type YamlFile } from '../operators/reference-data/yaml-file';
import { formatChange, type PrintedChange } from './config-changes';
import { isCommandRecord, printCommand } from './operator-commands';
import { assertReason } from './parse-options';
import { getOperatorsUrl, runAt, withRemoteOption } from './remote';
import { print } from './with-store';

type DryRunBody = { type: string; parameters: unknown };

export function addReferenceCommands(reference: Command): void {
  addExport(reference);
  addCheck(reference);
  addDiff(reference);
  addLoad(reference);
  addDryRun(reference);
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
      if (isCommandRecord(answer)) return printCommand(getOperatorsUrl(command), answer);
      answer.changes.forEach((change) => print(formatChange(change)));
      print({ isChanged: answer.isChanged });
    });
}

function addDryRun(reference: Command): void {
  withRemoteOption(reference.command('dry-run'))
    .description('print to which accounts yesterday’s payments would go, and their fees, before a change and after it')
    .argument('[file]', 'the file with the change', defaultReferenceDataFile())
    .option('--command <id>', 'a configuration command that waits for approval, instead of a file')
    .action(async (path: string, { command: id }: { command?: string }, self: Command) => {
      const proposed =
        id === undefined
          ? { type: 'loadReferenceData', parameters: { data: readYamlFile(path).value } }
          : await runAt<DryRunBody>(self, { method: 'GET', path: `commands/${encodeURIComponent(id)}` });
      const { type, parameters } = proposed;
      print(await runAt<object>(self, { method: 'POST', path: 'reference/dry-run', body: { type, parameters } }));
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
