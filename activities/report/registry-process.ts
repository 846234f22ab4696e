import { createWriteStream } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Report, ReportFormat } from '../../domain/report/report';
import { Database } from '../../store/postgres/database';
import { registryRows } from '../../store/report/registry-rows';
import { writeRegistry } from './registry-writer';

/** A request to write a file. */
export interface RegistryRequest {
  report: Report;
  format: ReportFormat;
  path: string;
  databaseUrl: string;
}

/** The number of rows read so far. */
export interface RegistryProgress {
  rowCount: number;
}

export interface RegistryFailure {
  failure: string;
}

async function build({ report, format, path, databaseUrl }: RegistryRequest): Promise<void> {
  const database = new Database({ url: databaseUrl, poolSize: 1 });
  const rows = registryRows(database, report, (rowCount) => process.send?.({ rowCount } satisfies RegistryProgress));
  await pipeline(
    Readable.fromWeb(await writeRegistry(rows, { type: report.type, format })),
    createWriteStream(path, { mode: 0o600 }),
  );
  await database.close();
}

/** Reports have a lower priority than payments. */
setPriority(constants.priority.PRIORITY_LOW);

/** The process ends with its worker; the next attempt starts over. */
process.once('disconnect', () => process.exit(1));
process.once('message', (request: RegistryRequest) => {
  build(request).then(
    () => process.exit(0),
    (error: unknown) => {
      // The worker reports the reason to operators.
      process.send?.({ failure: String(error) } satisfies RegistryFailure, () => process.exit(1));
    },
  );
});
