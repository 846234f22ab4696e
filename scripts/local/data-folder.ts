import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceProblem, type Say } from '../services/folders';
import { removePostgresData } from '../services/postgres';

/** Takes a data folder for this process alone; returns what gives it back. */
export function claimDataFolder(folder: string): () => void {
  makePrivate(folder);
  const file = join(folder, 'running.pid');
  const holder = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (holder > 0 && holder !== process.pid && isAlive(holder)) {
    throw new ServiceProblem(
      `Holdfast runs with ${folder} already (process ${holder}). Use that one or stop it; or run a second one beside it ` +
        'with other ports and another DATA_DIR.',
    );
  }
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}

/** Nobody else may list it. As root PostgreSQL runs as another user, who has to pass through to his own folder. */
function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
}

/** Removes everything that a local platform has kept in its folder, and nothing else that somebody may have put there. */
export function emptyDataFolder(folder: string, say: Say): void {
  removePostgresData(join(folder, 'postgres'), say);
  for (const name of ['temporal', 'logs', 'secrets.json', 'demo.json', 'postgres.making']) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** After a reboot the number may be another program's; where the system tells command lines, ours is recognised. */
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
