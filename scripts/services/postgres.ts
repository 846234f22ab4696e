import { spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { startChild, readTail, type Child } from './child';
import { ServiceProblem, type Say } from './folders';
import { withClient } from './postgres-client';
import { findPostgres, reachableDataFolder, type PostgresInstallation } from './postgres-binaries';
import { startLimit } from './start-limit';

export type PostgresOptions = {
  dataFolder: string;
  port: number;
  password: string;
  logFile: string;
  say: Say;
  /** False for tests: commits do not wait for the disk. */
  isDurable?: boolean;
};

export type RunningPostgres = {
  child: Child;
  port: number;
  dataFolder: string;
  url(database: string): string;
};

const user = 'holdfast';
const majorVersion = '18';
const readyLimitMs = 60_000;
const missingDatabase = '3D000';
const wrongPassword = '28P01';

/** Starts PostgreSQL, creates the data folder on first use, and waits until it answers. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const installation = findPostgres(options.say);
  const dataFolder = reachableDataFolder(options.dataFolder, installation, options.say);
  checkDataFolder(dataFolder);
  if (!existsSync(join(dataFolder, 'PG_VERSION'))) initialise(installation, dataFolder, options);
  const child = startChild({
    name: 'postgres',
    command: installation.postgres,
    args: ['-D', dataFolder, '-p', String(options.port), ...settings(options.isDurable ?? true)],
    cwd: dataFolder,
    logFile: options.logFile,
    stopSignal: 'SIGINT',
    ...(installation.user ? { user: installation.user } : {}),
  });
  const url = (database: string) => `postgres://${user}:${options.password}@127.0.0.1:${options.port}/${database}`;
  await untilReady(child, url('postgres'), dataFolder);
  return { child, port: options.port, dataFolder, url };
}

/** Removes the data folder of a stopped server. */
export function removePostgresData(folder: string, say: Say): void {
  rmSync(folder, { recursive: true, force: true });
  const actual = reachableDataFolder(folder, findPostgres(say), say);
  rmSync(actual, { recursive: true, force: true });
}

/** Fails for a folder that is not a database of this version. */
function checkDataFolder(dataFolder: string): void {
  if (!existsSync(dataFolder)) return;
  const versionFile = join(dataFolder, 'PG_VERSION');
  if (!existsSync(versionFile)) {
    if (readdirSync(dataFolder).length === 0) return;
    throw new ServiceProblem(
      `${dataFolder} is not empty, yet holds no database (PG_VERSION is missing): it is damaged or something else's. ` +
        'Restore it from a backup, or start over with `npm start -- --fresh`.',
    );
  }
  const version = readFileSync(versionFile, 'utf8').trim();
  if (version === majorVersion) return;
  throw new ServiceProblem(
    `${dataFolder} was made by PostgreSQL ${version || '(unreadable)'}, and this is ${majorVersion}. Dump it with the old ` +
      'version and load it into the new one, or start over with `npm start -- --fresh`.',
  );
}

/** Renames the finished folder, so that an interrupted first start leaves nothing half-made. */
function initialise(installation: PostgresInstallation, dataFolder: string, options: PostgresOptions): void {
  options.say('Creating the database folder (first start only)');
  const owner = installation.user;
  const making = `${dataFolder}.making`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true, mode: 0o700 });
  const passwordFile = join(tmpdir(), `holdfast-${process.pid}-${options.port}`);
  writeFileSync(passwordFile, `${options.password}\n`, { mode: 0o600 });
  if (owner) for (const path of [making, passwordFile]) chownSync(path, owner.uid, owner.gid);
  const made = spawnSync(
    installation.initdb,
    [
      `--pgdata=${making}`,
      `--username=${user}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      ...(options.isDurable === false ? ['--no-sync'] : []),
    ],
    { encoding: 'utf8', cwd: '/', env: { ...process.env, LC_ALL: 'C' }, ...owner },
  );
  rmSync(passwordFile, { force: true });
  if (made.status === 0) {
    rmSync(dataFolder, { recursive: true, force: true });
    renameSync(making, dataFolder);
    return;
  }
  rmSync(making, { recursive: true, force: true });
  throw new ServiceProblem(`The database folder could not be made:\n${made.error?.message ?? made.stderr}`);
}

/** Settings for a larger machine than the defaults assume. */
function settings(isDurable: boolean): string[] {
  const values: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    jit: 'off',
    log_timezone: 'UTC',
    timezone: 'UTC',
    ...(isDurable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function untilReady(child: Child, url: string, dataFolder: string): Promise<void> {
  const isTooLate = startLimit(child, readyLimitMs);
  for (;;) {
    const problem = await readAnswer(url);
    if (problem === undefined) return;
    if (problem.code === wrongPassword) {
      await child.stop();
      throw new ServiceProblem(
        `The database in ${dataFolder} has another password than .data/secrets.json. Restore that file, or start over ` +
          'with `npm start -- --fresh`.',
      );
    }
    if (!child.isRunning() || isTooLate()) {
      await child.stop();
      throw new ServiceProblem(
        `PostgreSQL did not start with ${dataFolder}. Its log ends:\n${readTail(child.logFile)}\n` +
          'If the folder is damaged, restore it from a backup or start over with `npm start -- --fresh`.',
      );
    }
    await sleep(50);
  }
}

/** Whether the server answers within the limit; an error of PostgreSQL counts as an answer. */
export async function isPostgresAlive(url: string, limitMs: number): Promise<boolean> {
  const problem = await readAnswer(url, limitMs);
  return problem === undefined || /^[0-9F-Z][0-9A-Z]{4}$/.test(problem.code ?? '');
}

async function readAnswer(url: string, limitMs = 2_000): Promise<{ code?: string } | undefined> {
  const options = { connectionTimeoutMillis: limitMs, query_timeout: limitMs };
  return withClient(url, (client) => client.query('SELECT 1'), options).then(
    () => undefined,
    (error: { code?: string }) => error,
  );
}

/** Creates a role with a database of its own, which no other role may open, unless they exist. */
export async function createOwnDatabase(adminUrl: string, databaseUrl: string): Promise<void> {
  const { username, password, pathname } = new URL(databaseUrl);
  const name = decodeURIComponent(pathname.slice(1));
  await withAdmin(adminUrl, async (admin) => {
    const role = admin.escapeIdentifier(decodeURIComponent(username));
    const [roles, databases] = [
      await admin.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [decodeURIComponent(username)]),
      await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]),
    ];
    const verb = roles.rowCount === 0 ? 'CREATE' : 'ALTER';
    await admin.query(`${verb} ROLE ${role} LOGIN PASSWORD ${admin.escapeLiteral(decodeURIComponent(password))}`);
    const database = admin.escapeIdentifier(name);
    if (databases.rowCount === 0) await admin.query(`CREATE DATABASE ${database} OWNER ${role}`);
    await admin.query(`REVOKE CONNECT ON DATABASE ${database} FROM PUBLIC`);
  });
}

/** Creates the database unless it exists. */
export async function createDatabaseAt(databaseUrl: string): Promise<void> {
  const name = decodeURIComponent(new URL(databaseUrl).pathname.slice(1));
  const problem = await withClient(databaseUrl, async () => undefined).catch((error: { code?: string }) => error);
  if (problem === undefined) return;
  if (problem.code !== missingDatabase) throw new Error(`The database ${name} cannot be opened`, { cause: problem });
  await withAdmin(databaseUrl, (admin) => admin.query(`CREATE DATABASE ${admin.escapeIdentifier(name)}`));
}

function withAdmin<Result>(url: string, work: (admin: Client) => Promise<Result>): Promise<Result> {
  return withClient(Object.assign(new URL(url), { pathname: '/postgres' }).href, work);
}
