import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

const CHUNK_BYTES = 8 * 1024 * 1024;
/** Longer than any number in UTF-16, so that none is missed at the edge of a chunk. */
const OVERLAP_BYTES = 64;

/** Counts the numbers that a process has in its memory, in one-byte or two-byte text. Needs root. */
export function findInMemory(pid: number, numbers: readonly string[]): Set<string> {
  const found = new Set<string>();
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES + OVERLAP_BYTES);
  try {
    for (const { start, end } of readableRegions(pid)) {
      for (let at = start; at < end; at += BigInt(CHUNK_BYTES)) {
        const left = Number(end - at);
        const length = readSafely(memory, buffer, { at, length: Math.min(left, buffer.length) });
        search(buffer.subarray(0, length), numbers, found);
      }
    }
  } finally {
    closeSync(memory);
  }
  return found;
}

function readableRegions(pid: number): { start: bigint; end: bigint }[] {
  const lines = readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [, start, end, name = ''] = /^([0-9a-f]+)-([0-9a-f]+) r\S* \S+ \S+ \S+\s*(.*)$/.exec(line) ?? [];
    // Files that are mapped are searched as files; the kernel's own pages cannot be read.
    if (start === undefined || end === undefined || name.startsWith('[v') || name.startsWith('/')) return [];
    return [{ start: BigInt(`0x${start}`), end: BigInt(`0x${end}`) }];
  });
}

/** A region may be unmapped by now. */
function readSafely(file: number, buffer: Buffer, { at, length }: { at: bigint; length: number }): number {
  try {
    return readSync(file, buffer, { position: at, length });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['EIO', 'EFAULT', 'ENOMEM'].includes(code)) return 0;
    throw error;
  }
}

function search(bytes: Buffer, numbers: readonly string[], found: Set<string>): void {
  for (const number of numbers) {
    if (found.has(number)) continue;
    if (bytes.includes(number, 0, 'latin1') || bytes.includes(number, 0, 'utf16le')) found.add(number);
  }
}
