import { createWriteStream } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Report } from '../../domain/report/report';
import { Database } from '../../store/database';
import { registryRows } from '../../store/report/registry-rows';
import { writeRegistry } from './registry-writer';

/** What the process is asked to write, and where. */
export interface RegistryRequest {
  report: Report;
  format: 'csv' | 'xlsx';
  path: string;
  databaseUrl: string;
}

/** What it says: how many rows it has read so far. */
export interface RegistryProgress {
  rowCount: number;
}

/** Why the file could not be written. */
export interface RegistryFailure {
  failure: string;
}

async function build({ report, format, path, databaseUrl }: RegistryRequest): Promise<void> {
  const database = new Database({ url: databaseUrl, poolSize: 1 });
  const rows = registryRows(database, report, (rowCount) => process.send?.({ rowCount } satisfies RegistryProgress));
  await pipeline(Readable.fromWeb(await writeRegistry(rows, format)), createWriteStream(path, { mode: 0o600 }));
  await database.close();
}

/** A report can wait for a payment; a payment cannot wait for a report. */
setPriority(constants.priority.PRIORITY_LOW);

/** A worker that dies takes the process with it: the report's next attempt begins anew. */
process.once('disconnect', () => process.exit(1));
process.once('message', (request: RegistryRequest) => {
  build(request).then(
    () => process.exit(0),
    (error: unknown) => {
      // The worker names the reason to operators.
      process.send?.({ failure: String(error) } satisfies RegistryFailure, () => process.exit(1));
    },
  );
});
