import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceProblem, type Say } from '../services/folders';
import { removePostgresData } from '../services/postgres';

/** Claims a data folder for this process and returns the function that releases it. */
export function claimDataFolder(folder: string): () => void {
  makePrivate(folder);
  const file = join(folder, 'running.pid');
  const holder = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (holder > 0 && holder !== process.pid && isAlive(holder)) {
    throw new ServiceProblem(
      `Process ${holder} already runs Holdfast in ${folder}. Stop it, or start a second platform with other ports and ` +
        'another DATA_DIR.',
    );
  }
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}

/** As root PostgreSQL runs as another user, which must be able to enter the folder. */
function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
}

/** Removes the data of a local platform and leaves other files. */
export function emptyDataFolder(folder: string, say: Say): void {
  removePostgresData(join(folder, 'postgres'), say);
  for (const name of ['temporal', 'logs', 'secrets.json', 'vault-certificates', 'demo.json', 'postgres.making']) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** The number may belong to another process after a reboot, so the command line is compared where possible. */
function isAlive(pid: number): boolean {
  const commandLine = `/proc/${pid}/cmdline`;
  if (existsSync('/proc/self/cmdline')) {
    return existsSync(commandLine) && readFileSync(commandLine, 'utf8').includes('start.mjs');
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
