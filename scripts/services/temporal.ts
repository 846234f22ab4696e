import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { startChild, readTail, type Child } from './child';
import { ServiceProblem, type Say } from './folders';
import { findTemporal } from './temporal-binary';
import { SEARCH_ATTRIBUTES } from '../../domain/search-attributes';

export type TemporalOptions = {
  /** The file that keeps every workflow; a restart with it continues where the last one ended. */
  databaseFile: string;
  port: number;
  /** Port of the UI; absent: no UI. */
  uiPort?: number;
  /** Where the pages of the UI have payloads decrypted; absent: they show them as they are stored. */
  codecUrl?: string | undefined;
  logFile: string;
  say: Say;
};

export type RunningTemporal = { child: Child; address: string; databaseFile: string; uiUrl?: string };

const readyLimitMs = 60_000;

/**
 * Collecting garbage a quarter as often spares the server a tenth of its processor time, for some 200 MB; with the limit it
 * collects as often as it has to. What is given in the environment goes before.
 */
const COLLECTOR = { GOGC: '400', GOMEMLIMIT: '1GiB' };

/** Starts Temporal's development server on a database file and waits until its default namespace answers. */
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
 * WAL with NORMAL loses nothing when the process is killed. Eager start lets a worker take the first task of a workflow
 * in the answer to its start, which saves a round trip on every payment.
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
    // 64 MB instead of 2, and the log goes into the file after 32 MB instead of 4: pages are read and written once, not often.
    '--sqlite-pragma=cache_size=-65536',
    '--sqlite-pragma=wal_autocheckpoint=8192',
    '--dynamic-config-value=system.enableEagerWorkflowStart=true',
    // The development server reads them anew with every call of its store, six in ten of which are then for nothing else.
    '--dynamic-config-value=system.forceSearchAttributesCacheRefreshOnRead=false',
    ...SEARCH_ATTRIBUTES.map((name) => `--search-attribute=${name}=Keyword`),
    '--log-level=warn',
    '--color=never',
  ];
}

const sqliteHeader = 'SQLite format 3\0';

/** The server would answer a damaged file with a page of Go; better to say it in a sentence before. */
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

/** Histories name parties and amounts. A database that was made before is closed too; a new one is made so (`umask`). */
function closeToOthers(file: string): void {
  for (const each of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(each)) chmodSync(each, 0o600);
}

async function untilReady(child: Child, address: string, databaseFile: string): Promise<void> {
  const end = Date.now() + readyLimitMs;
  while (!(await isTemporalAlive(address, 1_000))) {
    if (!child.isRunning() || Date.now() > end) {
      await child.stop();
      throw new ServiceProblem(
        `Temporal did not start with ${databaseFile}. Its log ends:\n${readTail(child.logFile)}\n` +
          'If the file is damaged, restore it from a backup or start over with `npm start -- --fresh`.',
      );
    }
    await sleep(50);
  }
}

/** Whether the server at this address answers within the limit. */
export async function isTemporalAlive(address: string, limitMs: number): Promise<boolean> {
  const connection = Connection.lazy({ address });
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
