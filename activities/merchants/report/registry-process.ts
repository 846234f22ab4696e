import { createWriteStream } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Report, ReportFormat } from '../../../domain/merchants/report/report';
import { Database } from '../../../store/postgres/database';
import { registryRows } from '../../../store/merchants/report/registry-rows';
import { findDocument } from '../../../store/merchants/settlement/document.order';
import { writeRegistry } from './registry-writer';
import { writeDocument } from './write-document';

/** A request to write a file. */
export interface RegistryRequest {
  report: Report;
  format: ReportFormat;
  path: string;
  databaseUrl: string;
}

/** The number of rows read so far; at the end of a statement also the checksum of its lines. */
export interface RegistryProgress {
  rowCount: number;
  linesSha256?: string;
}

export interface RegistryFailure {
  failure: string;
}

async function build({ report, format, path, databaseUrl }: RegistryRequest): Promise<void> {
  const database = new Database({ url: databaseUrl, poolSize: 1 });
  const onProgress = (progress: RegistryProgress): void => void process.send?.(progress);
  const document = report.documentID === null ? undefined : await findDocument(database, report.documentID);
  const content = document
    ? await writeDocument(database, { content: document.content, format, onProgress })
    : Readable.fromWeb(
        await writeRegistry(
          registryRows(database, report, (rowCount) => onProgress({ rowCount })),
          { type: report.type, format },
        ),
      );
  await pipeline(content, createWriteStream(path, { mode: 0o600 }));
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
