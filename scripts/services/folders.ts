import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Downloads and builds that every checkout on this machine can share. */
export function cacheFolder(...parts: string[]): string {
  const base = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const folder = join(base, 'holdfast', ...parts);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** One line to the person who waits: what is being done and why. */
export type Say = (line: string) => void;

/** A failure that a person can mend. Its message says how, so it is shown without a stack. */
export class ServiceProblem extends Error {
  override readonly name = 'ServiceProblem';
}
