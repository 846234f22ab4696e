import type { Command } from 'commander';
import { stringify } from 'yaml';
import type { SchemaProblem } from '../operators/reference-data/problems';
import { defaultReferenceDataFile } from '../operators/reference-data/reference-data-file';
import { readYamlFile, type YamlFile } from '../operators/reference-data/yaml-file';
import { formatChange, type PrintedChange } from './config-changes';
import { isCommandRecord, printCommand } from './operator-commands';
import { assertReason } from './parse-options';
import { callOperatorsApi, withRemoteOption } from './remote';
import { print } from './with-store';

type DryRunBody = { type: string; parameters: unknown };

export function addReferenceCommands(reference: Command): void {
  withRemoteOption(reference.command('export'))
    .description('print everything on record as a YAML file')
    .action(async (_: object, command: Command) => {
      const data = await callOperatorsApi<object>(command, { path: 'reference' });
      process.stdout.write(stringify(data, { lineWidth: 0 }));
    });
  withFile(reference.command('check'))
    .description('validate a YAML file against what is on record, which completes it')
    .action(async (path: string, _: object, command: Command) => {
      const changes = await check(readYamlFile(path), command);
      print({ file: path, problems: 0, changes: changes.length });
    });
  withFile(reference.command('diff'))
    .description('print what a YAML file would change')
    .action(async (path: string, _: object, command: Command) => {
      (await check(readYamlFile(path), command)).forEach((change) => print(formatChange(change)));
    });
  withFile(reference.command('load'))
    .description('load a YAML file, all or nothing; nothing is removed')
    .requiredOption('--reason <reason>', 'the reason, for the audit log')
    .action(load);
  withFile(reference.command('dry-run'))
    .description('print to which accounts yesterday’s payments would go, and their fees, before a change and after it')
    .option('--command <id>', 'a configuration command that waits for approval, instead of a file')
    .action(dryRun);
}

function withFile(command: Command): Command {
  return withRemoteOption(command).argument('[file]', 'the file; one merchant is enough', defaultReferenceDataFile());
}

async function load(path: string, { reason }: { reason: string }, command: Command): Promise<void> {
  assertReason(reason);
  const file = readYamlFile(path);
  await check(file, command);
  const answer = await callOperatorsApi<{ changes: PrintedChange[]; isChanged: boolean }>(command, {
    ...{ method: 'POST', path: 'reference/load', body: { data: file.value, reason } },
  });
  if (isCommandRecord(answer)) return printCommand(command, answer);
  answer.changes.forEach((change) => print(formatChange(change)));
  print({ isChanged: answer.isChanged });
}

async function dryRun(path: string, { command: id }: { command?: string }, self: Command): Promise<void> {
  const { type, parameters } =
    id === undefined
      ? { type: 'loadReferenceData', parameters: { data: readYamlFile(path).value } }
      : await callOperatorsApi<DryRunBody>(self, { path: `commands/${encodeURIComponent(id)}` });
  const body = { type, parameters };
  print(await callOperatorsApi<object>(self, { method: 'POST', path: 'reference/dry-run', body }));
}

/** @throws Error with a line per problem: `file:line:column: place: problem` */
async function check(file: YamlFile, command: Command): Promise<PrintedChange[]> {
  const { problems, changes } = await callOperatorsApi<{ problems: SchemaProblem[]; changes: PrintedChange[] }>(
    command,
    {
      ...{ method: 'POST', path: 'reference/check', body: { data: file.value } },
    },
  );
  if (problems.length > 0) throw new Error(problems.map(file.format).join('\n'));
  return changes;
}
