import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The cache of downloads and builds, shared by all checkouts of this machine. */
export function cacheFolder(...parts: string[]): string {
  const base = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const folder = join(base, 'holdfast', ...parts);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Works in a new folder of the cache, which is removed afterwards. */
export function inNewFolder<Result>(work: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(cacheFolder(), 'new-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reports a line of progress. */
export type Say = (line: string) => void;

/** An error that the user can fix; it is shown without a stack. */
export class ServiceProblem extends Error {
  override readonly name = 'ServiceProblem';
}
