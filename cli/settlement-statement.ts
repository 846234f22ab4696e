import { setTimeout as sleep } from 'node:timers/promises';
import { Option, type Command } from 'commander';
import { REPORT_FORMATS } from '../domain/merchants/report/report';
import { getMonthDays } from '../domain/merchants/settlement/settlement-document';
import { callOperatorsApi, withRemoteOption } from './remote';
import { save } from './save';
import { print } from './with-store';

interface Ordered {
  registryID: number;
  status: string;
  rowCount: number;
  documentID?: string;
}

interface StatementOptions {
  shop?: string;
  currency?: string;
  format: string;
  out: string;
}

const POLL_MS = 500;
const MAX_LISTED = 100;

/** Adds the command that orders a statement, waits until it is made and downloads one of its files. */
export function addStatementCommand(settlement: Command): void {
  withRemoteOption(settlement.command('statement'))
    .description('write the statement of a closed batch, or of a month of a shop, to a file')
    .argument('<batch|month>', 'the id of a batch, or a month like 2026-11')
    .option('--shop <id>', 'the shop of a month')
    .option('--currency <code>', 'the currency of a month; default: that of the shop')
    .addOption(new Option('--format <format>').choices(REPORT_FORMATS).default('pdf'))
    .requiredOption('--out <file>', 'output file')
    .action(async (subject: string, { shop, currency, format, out }: StatementOptions, command: Command) => {
      const body = buildOrder(subject, { shop, currency });
      const ordered = await callOperatorsApi<Ordered>(command, { method: 'POST', path: 'registries', body });
      const { registryID, rowCount, documentID } = await untilMade(command, ordered);
      const path = `registries/${registryID}/files/${format}`;
      const { url } = await callOperatorsApi<{ url: string }>(command, { method: 'POST', path });
      const response = await fetch(url);
      if (!response.ok || !response.body) throw new Error(`the file answers ${response.status}`);
      await save(response.body, out);
      print({ documentID, rowCount, file: out });
    });
}

function buildOrder(subject: string, { shop, currency }: Pick<StatementOptions, 'shop' | 'currency'>): object {
  if (!getMonthDays(subject)) return { kind: 'settlementStatement', ownerID: subject };
  if (shop === undefined) throw new Error('--shop: which shop? A month is not enough');
  return { kind: 'settlementMonth', ownerID: shop, month: subject, ...(currency !== undefined && { currency }) };
}

async function untilMade(command: Command, ordered: Ordered): Promise<Ordered> {
  for (let last = ordered; ; await sleep(POLL_MS)) {
    if (last.status === 'created') return last;
    if (last.status === 'canceled') throw new Error('the statement could not be made: see `holdfast doctor`');
    const call = { path: 'registries', query: { limit: String(MAX_LISTED) } };
    const { registries } = await callOperatorsApi<{ registries: Ordered[] }>(command, call);
    last = registries.find(({ registryID }) => registryID === ordered.registryID) ?? last;
  }
}
