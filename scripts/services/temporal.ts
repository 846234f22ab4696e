import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection, type ConnectionOptions } from '@temporalio/client';
import { startChild, readTail, type Child } from './child';
import { ServiceProblem, type Say } from './folders';
import { findTemporal } from './temporal-binary';
import { SEARCH_ATTRIBUTES } from '../../workflow-names/search-attributes';
import { startLimit } from './start-limit';

export type TemporalOptions = {
  /** Keeps all workflows over a restart. */
  databaseFile: string;
  port: number;
  /** Undefined: no UI. */
  uiPort?: number;
  /** Decrypts payloads for the UI; undefined: they are shown as stored. */
  codecUrl?: string | undefined;
  logFile: string;
  say: Say;
};

export type RunningTemporal = { child: Child; address: string; databaseFile: string; uiUrl?: string };

const readyLimitMs = 60_000;

/**
 * A quarter of the garbage collections saves a tenth of the processor time for some 200 MB. Variables of the user
 * override these.
 */
const COLLECTOR = { GOGC: '400', GOMEMLIMIT: '1GiB' };

/** Starts the development server on a database file and waits for its default namespace. */
export async function startTemporal(options: TemporalOptions): Promise<RunningTemporal> {
  checkDatabaseFile(options.databaseFile);
  const command = await findTemporal(options.say);
  mkdirSync(dirname(options.databaseFile), { recursive: true, mode: 0o700 });
  closeToOthers(options.databaseFile);
  const child = startChild({
    name: 'temporal',
    command,
    args: ['server', 'start-dev', ...serverArguments(options)],
    env: { ...COLLECTOR, ...process.env },
    logFile: options.logFile,
    umask: 0o077,
  });
  const address = `127.0.0.1:${options.port}`;
  await untilReady(child, address, options.databaseFile);
  const uiUrl = options.uiPort === undefined ? {} : { uiUrl: `http://127.0.0.1:${options.uiPort}` };
  return { child, address, databaseFile: options.databaseFile, ...uiUrl };
}

/**
 * WAL with NORMAL loses nothing when the process is killed. Eager start returns the first task in the response, which
 * saves a round trip on every payment.
 */
function serverArguments({ databaseFile, port, uiPort, codecUrl }: TemporalOptions): string[] {
  return [
    '--ip=127.0.0.1',
    `--port=${port}`,
    ...(uiPort === undefined ? ['--headless'] : [`--ui-port=${uiPort}`]),
    ...(codecUrl === undefined ? [] : [`--ui-codec-endpoint=${codecUrl}`]),
    `--db-filename=${databaseFile}`,
    '--sqlite-pragma=journal_mode=WAL',
    '--sqlite-pragma=synchronous=NORMAL',
    // 64 MB of cache and checkpoints after 32 MB avoid repeated reads and writes of pages.
    '--sqlite-pragma=cache_size=-65536',
    '--sqlite-pragma=wal_autocheckpoint=8192',
    '--dynamic-config-value=system.enableEagerWorkflowStart=true',
    // The development server refreshes them on every store call, six in ten of all its queries.
    '--dynamic-config-value=system.forceSearchAttributesCacheRefreshOnRead=false',
    ...SEARCH_ATTRIBUTES.map((name) => `--search-attribute=${name}=Keyword`),
    '--log-level=warn',
    '--color=never',
  ];
}

const sqliteHeader = 'SQLite format 3\0';

/** The error of the server itself is a page of stack traces. */
function checkDatabaseFile(file: string): void {
  if (!existsSync(file) || statSync(file).size === 0) return;
  const header = Buffer.alloc(sqliteHeader.length);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, header, 0, header.length, 0);
  closeSync(descriptor);
  if (header.toString('latin1') === sqliteHeader) return;
  throw new ServiceProblem(
    `${file} is not a Temporal database: it is damaged. Restore it from a backup, or start over with ` +
      '`npm start -- --fresh`.',
  );
}

/** Histories contain parties and amounts, so an existing database is made private too; `umask` covers new ones. */
function closeToOthers(file: string): void {
  for (const each of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(each)) chmodSync(each, 0o600);
}

async function untilReady(child: Child, address: string, databaseFile: string): Promise<void> {
  const isTooLate = startLimit(child, readyLimitMs);
  while (!(await isTemporalAlive(address, 1_000))) {
    if (!child.isRunning() || isTooLate()) {
      await child.stop();
      throw new ServiceProblem(
        `Temporal did not start with ${databaseFile}. Its log ends:\n${readTail(child.logFile)}\n` +
          'If the file is damaged, restore it from a backup or start over with `npm start -- --fresh`.',
      );
    }
    await sleep(50);
  }
}

export async function isTemporalAlive(
  address: string,
  limitMs: number,
  client: Pick<ConnectionOptions, 'tls' | 'apiKey'> = {},
): Promise<boolean> {
  const connection = Connection.lazy({ address, ...client });
  try {
    const work = () => connection.workflowService.describeNamespace({ namespace: 'default' });
    await connection.withDeadline(Date.now() + limitMs, work);
    return true;
  } catch {
    return false;
  } finally {
    await connection.close();
  }
}
