import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Option, type Command } from 'commander';
import { FINDING_STATUSES, type FindingStatus } from '../domain/reconciliation/finding.machine';
import { withRemoteOption, runAt, downloadFromOperatorsApi, getOperatorsUrl } from './remote';
import { assertReason } from './webhook-settings';
import { print } from './with-store';
import { parseTime, parseInteger } from './parse-options';

const DEFAULT_LIMIT = '50';
const MAX_LISTED = 1_000;

interface ListOptions {
  connector?: string;
  status: FindingStatus;
  limit: string;
}

/** Adds `reconciliation` with its subcommands. */
export function addReconciliationCommands(program: Command): void {
  const reconciliation = withRemoteOption(program.command('reconciliation'))
    .description('show how far each connector was compared with the database, and the differences')
    .action(async (_: object, command: Command) => {
      const call = { method: 'GET', path: 'reconciliation' } as const;
      const { connectors } = await runAt<{ connectors: object[] }>(command, call);
      connectors.forEach(print);
    });
  withRemoteOption(reconciliation.command('list'))
    .description('list differences, newest first')
    .option('--connector <name>', 'only differences of this connector')
    .addOption(
      new Option('--status <status>', 'only differences with this status').choices(FINDING_STATUSES).default('open'),
    )
    .option('--limit <count>', `maximum number of entries, up to ${MAX_LISTED}`, DEFAULT_LIMIT)
    .action(list);
  withRemoteOption(reconciliation.command('show'))
    .description('show one difference')
    .argument('<id>', "the finding's id")
    .action(async (id: string, _: object, command: Command) => {
      const call = { method: 'GET', path: buildPath(id) } as const;
      print(await runAt<object>(command, call));
    });
  withRemoteOption(reconciliation.command('resolve'))
    .description('mark a difference as resolved')
    .argument('<id>', "the finding's id")
    .requiredOption('--reason <reason>', 'what was done, for the audit log')
    .action(async (id: string, { reason }: { reason: string }, command: Command) => {
      assertReason(reason);
      const call = { method: 'POST', path: `${buildPath(id)}/resolve`, body: { reason } } as const;
      print(await runAt(command, call));
    });
  addReport(reconciliation);
  addDecision(reconciliation, {
    name: 'end',
    description: 'stop comparing a connector that was removed from the configuration; its differences stay',
  });
  addDecision(reconciliation, {
    name: 'resume',
    description: 'resume comparing it from where it ended',
  });
}

interface ReportOptions {
  from: string;
  to: string;
  file?: string;
}

function addReport(reconciliation: Command): void {
  withRemoteOption(reconciliation.command('report'))
    .description('write a CSV report of comparisons and differences')
    .argument('<connector>', "the connector's name")
    .requiredOption('--from <time>', 'start of the period, such as 2026-11-01T00:00:00Z')
    .requiredOption('--to <time>', 'end of the period, exclusive')
    .option('--file <file>', 'output file; default: standard output')
    .action(async (connector: string, { from, to, file }: ReportOptions, command: Command) => {
      parseTime(from, '--from');
      parseTime(to, '--to');
      const url = getOperatorsUrl(command);
      const call = { method: 'GET', path: `${connectorPath(connector)}/report`, query: { from, to } } as const;
      const csv = (await downloadFromOperatorsApi(url, call)) as ReadableStream;
      await save(Readable.fromWeb(csv), file);
    });
}

/** Writes to a temporary file first, so that a failure leaves no partial file. */
async function save(csv: Readable, file: string | undefined): Promise<void> {
  if (file === undefined) return pipeline(csv, process.stdout, { end: false });
  const part = `${file}.part`;
  try {
    await pipeline(csv, createWriteStream(part, { mode: 0o600 }));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

interface Decision {
  name: 'end' | 'resume';
  description: string;
}

function addDecision(reconciliation: Command, { name, description }: Decision): void {
  withRemoteOption(reconciliation.command(name))
    .description(description)
    .argument('<connector>', "the connector's name")
    .requiredOption('--reason <reason>', 'the reason, for the audit log')
    .action(async (connector: string, { reason }: { reason: string }, command: Command) => {
      assertReason(reason);
      const call = { method: 'POST', path: `${connectorPath(connector)}/${name}`, body: { reason } } as const;
      print(await runAt<object>(command, call));
    });
}

function connectorPath(connector: string): string {
  return `reconciliation/connectors/${encodeURIComponent(connector)}`;
}

async function list({ connector, status, limit }: ListOptions, command: Command): Promise<void> {
  const count = parseInteger(limit, { name: '--limit', max: MAX_LISTED });
  const query = { connector, status, limit: String(count) };
  const call = { method: 'GET', path: 'reconciliation/findings', query } as const;
  const { findings } = await runAt<{ findings: object[] }>(command, call);
  findings.forEach(print);
}

function buildPath(id: string): string {
  return `reconciliation/findings/${encodeURIComponent(id)}`;
}
