import { appendFileSync, chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from '../scripts/services/child';
import { isReady, getProbeUrl, startPlatformProcess, untilReady } from '../scripts/services/platform-process';
import { createDatabaseAt, startPostgres, type RunningPostgres } from '../scripts/services/postgres';
import { migrate } from '../store/migrations/migrate';
import { startPlatform, type Platform } from '../tests/harness/platform';
import { portToKeep } from '../tests/harness/ports';
import { runFolder } from '../tests/harness/services';
import { ARRIVAL_TIMEOUT_MS } from '../tests/harness/timeouts';

let platform: Platform;
let postgres: RunningPostgres;
let worker: Child | undefined;
let start: () => Promise<RunningPostgres>;

beforeAll(async () => {
  platform = await startPlatform({ processes: [], isDemoWanted: false });
  const folder = mkdtempSync(join(runFolder('tmp'), 'late-database-'));
  chmodSync(folder, 0o755);
  const options = { dataFolder: join(folder, 'data'), port: await portToKeep(), logFile: join(folder, 'postgres.log') };
  start = () => startPostgres({ ...options, password: 'late', say: () => undefined, isDurable: false });
  postgres = await start();
  await createDatabaseAt(postgres.url('holdfast'));
  await migrate(postgres.url('holdfast'));
  await postgres.child.stop();
});
afterAll(async () => {
  await worker?.stop();
  await postgres?.child.stop();
  await platform?.stop();
});

/** Keeps PostgreSQL in recovery until the file `gate` exists. */
function recoverBehind(gate: string): void {
  const { dataFolder } = postgres;
  const wait = `while [ ! -e ${gate} ]; do sleep 0.05; done; exit 1`;
  appendFileSync(join(dataFolder, 'postgresql.auto.conf'), `restore_command = '${wait}'\n`);
  writeFileSync(join(dataFolder, 'recovery.signal'), '');
}

async function untilLogged(child: Child, pattern: RegExp): Promise<void> {
  for (
    const end = Date.now() + ARRIVAL_TIMEOUT_MS;
    !pattern.test(readFileSync(child.logFile, 'utf8'));
    await sleep(50)
  ) {
    if (!child.isRunning()) throw new Error(`the worker ${await child.ended}`);
    if (Date.now() > end) throw new Error(`the worker has not logged ${pattern}`);
  }
}

test('a worker waits for its database while the port is closed and while PostgreSQL recovers', async () => {
  const environment = { ...platform.environment, DATABASE_URL: postgres.url('holdfast') };
  const probe = getProbeUrl('worker', environment);
  const logFile = join(runFolder('logs'), `${platform.taskQueuePrefix}-late-worker.log`);
  worker = startPlatformProcess({ name: 'worker', environment: environment, logFile });
  await untilLogged(worker, /ECONNREFUSED.*the database does not respond yet/);

  const gate = join(postgres.dataFolder, 'gate');
  recoverBehind(gate);
  const coming = start();
  await untilLogged(worker, /the database system is starting up.*the database does not respond yet/);
  expect(await isReady(probe)).toBe(false);
  expect(worker.isRunning()).toBe(true);

  writeFileSync(gate, '');
  postgres = await coming;
  await untilReady(worker, probe, ARRIVAL_TIMEOUT_MS);
});
