import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/** Writes to standard output, or to a temporary file first, so that a failure leaves no partial file. */
export async function save(download: ReadableStream, file: string | undefined): Promise<void> {
  const content = Readable.fromWeb(download);
  if (file === undefined) return pipeline(content, process.stdout, { end: false });
  const part = `${file}.part`;
  try {
    await pipeline(content, createWriteStream(part, { mode: 0o600 }));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
