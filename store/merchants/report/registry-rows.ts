import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { Report } from '../../../domain/merchants/report/report';
import type { Database } from '../../postgres/database';
import { paymentRows } from './registry-payments';
import { refundRows } from './registry-refunds';
import type { RegistryRow, RegistrySource } from './registry-source';
import { identityWithdrawalRows, partyWithdrawalRows } from './registry-withdrawals';

const BATCH_SIZE = 2_000;

/** Streams the rows of a report's period, oldest first, reading batches by key. */
export function registryRows(
  database: Database,
  report: Report,
  onBatch: (rowCount: number) => void,
): AsyncGenerator<RegistryRow> {
  const reading = { database, report, onBatch };
  switch (report.type) {
    case 'withdrawalRegistry':
      return readRows(identityWithdrawalRows, reading);
    case 'payments':
      return readRows(paymentRows, reading);
    case 'refunds':
      return readRows(refundRows, reading);
    case 'withdrawals':
      return readRows(partyWithdrawalRows, reading);
    default:
      throw new Error(`${report.type} is no registry`);
  }
}

interface Reading {
  database: Database;
  report: Report;
  onBatch: (rowCount: number) => void;
}

async function* readRows<Row extends { createdAt: Date }>(
  { batch, ownerOf, idsOf, idCount, toRow }: RegistrySource<Row>,
  { database, report, onBatch }: Reading,
): AsyncGenerator<RegistryRow> {
  const owner = ownerOf(report);
  if (owner === null) throw new Error(`the report ${report.id} has no owner of its rows`);
  const until = rfc3339Text(report.toTime);
  // Empty ids sort first, so the first batch starts at `fromTime`.
  let after = [rfc3339Text(report.fromTime), ...Array<string>(idCount).fill('')];
  for (let rowCount = 0; ;) {
    const rows = await database.run(batch, [owner, until, BATCH_SIZE, ...after]);
    for (const row of rows) yield toRow(row);
    rowCount += rows.length;
    onBatch(rowCount);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_SIZE) return;
    after = [rfc3339Text(last.createdAt), ...idsOf(last)];
  }
}
