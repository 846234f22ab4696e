import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningPostgres } from '../../../scripts/services/postgres';
import { withClient } from '../../../scripts/services/postgres-client';

const MEMORY = '/dev/shm';
const NAME = /^holdfast-test-(\d+)-/;
/** What databases in memory leave for everything else. */
const MIN_FREE_BYTES = 8 * 2 ** 30;

/**
 * Makes a tablespace in memory for the databases of tests. Each has 800 files: on a disk, creating one takes seven times the
 * processor time, and removing those of a run takes minutes.
 * @returns its folder, or undefined without enough memory
 */
export async function makeMemoryTablespace(postgres: RunningPostgres): Promise<string | undefined> {
  if (!isMemoryFree()) return undefined;
  removeAbandoned();
  const folder = mkdtempSync(join(MEMORY, `holdfast-test-${process.pid}-`));
  const { uid, gid } = statSync(postgres.dataFolder);
  chownSync(folder, uid, gid);
  await withClient(postgres.url('postgres'), (admin) => admin.query(`CREATE TABLESPACE memory LOCATION '${folder}'`));
  return folder;
}

export function isMemoryFree(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, process.availableMemory()) > MIN_FREE_BYTES;
}

/** Folders of killed runs would keep memory. */
function removeAbandoned(): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = NAME.exec(name)?.[1];
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}
