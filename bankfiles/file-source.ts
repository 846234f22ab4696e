import type { BankFileFault, BankFilePlace, RefusedFileKind } from '../domain/merchants/bank-file/bank-file';
import { BankFileRefused } from '../domain/merchants/bank-file/bank-file';

/** Bytes of a file in pieces: a stream of Node, or an array of buffers. */
export type FileSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A larger file is refused. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024;

export function refuseFile(
  kind: RefusedFileKind,
  place: BankFilePlace,
  parameters: BankFileFault['parameters'] = {},
): BankFileRefused {
  return new BankFileRefused([{ kind, place, parameters }]);
}

/** @throws BankFileRefused once more than `maxBytes` came */
export async function* limitBytes(source: FileSource, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw refuseFile('tooLarge', {}, { maxBytes });
    yield chunk;
  }
}
