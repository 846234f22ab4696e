import { mkdtempSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '../../store/migrations/migrate';
import { portToKeep } from '../../tests/harness/ports';
import { runFolder, service } from '../../tests/harness/services';
import type { Child } from '../services/child';
import { createDatabaseAt } from '../services/postgres';
import { readLocalPlatform } from './local-environment';
import { prepareVault, processPart, serviceParts } from './run';
import { Supervisor, type Part } from './supervisor';

const before = { ...process.env };
const lines: string[] = [];
const say = (line: string): void => void lines.push(line);
const children = new Map<string, Child>();
const supervisor = new Supervisor(say, { everyMs: 1_000, silenceMs: 8_000, factor: () => 1 });
supervisor.watchSilence();

afterAll(async () => {
  process.env = { ...before };
  await supervisor.stop();
});

/** Records the running child of a part. */
function recordChildren(part: Part): Part {
  const start = async (): Promise<Child> => {
    const child = await part.start();
    children.set(part.name, child);
    return child;
  };
  return { ...part, start };
}

/** Covers the detection of a silence and a restart. */
const TIMEOUT_MS = 90_000;

/** Waits for a line after the given index and returns the index after it. */
async function waitForLine(line: string, after: number): Promise<number> {
  for (const end = Date.now() + TIMEOUT_MS; lines.indexOf(line, after) < 0 && Date.now() < end;) await sleep(100);
  expect(lines.slice(after)).toContain(line);
  return lines.indexOf(line, after) + 1;
}

/** The current process; on a slow machine it may have been restarted before. */
async function getRunning(name: string): Promise<Child> {
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await sleep(100)) {
    const child = children.get(name);
    if (child?.isRunning()) return child;
  }
  throw new Error(`${name} is not running`);
}

async function freeze(name: string): Promise<void> {
  const { pid } = await getRunning(name);
  const said = lines.length;
  process.kill(pid, 'SIGSTOP');
  const restarting = await waitForLine(`${name} is running but has not answered for 8 s; killing it`, said);
  await waitForLine(`${name} is running again`, restarting);
  expect(children.get(name)?.pid).not.toBe(pid);
}

test('the supervisor restarts each frozen process of a local platform', async () => {
  await service('build');
  await service('checkout');
  process.env['RENDER_AHEAD'] = '0';
  process.env['DATA_DIR'] = mkdtempSync(join(runFolder('tmp'), 'frozen-'));
  for (const name of [
    'API',
    'API_METRICS',
    'WORKER',
    'SANDBOX',
    'WEB',
    'CHECKOUT',
    'VAULT',
    'VAULT_HEALTH',
    'POSTGRES',
    'TEMPORAL',
    'TEMPORAL_UI',
  ]) {
    process.env[`${name}_PORT`] = String(await portToKeep());
  }
  const platform = readLocalPlatform({ secrets: 'create' });
  await supervisor.start(...serviceParts(platform, say).map(recordChildren));
  await createDatabaseAt(platform.settings.DATABASE_URL);
  await createDatabaseAt(platform.settings.SANDBOX_DATABASE_URL ?? '');
  await prepareVault(platform);
  await migrate(platform.settings.DATABASE_URL);
  const processes = (['sandbox', 'worker', 'api', 'checkout', 'web', 'vault'] as const).map((name) =>
    processPart(name, platform),
  );
  await supervisor.start(...processes.map(recordChildren));
  for (const file of ['temporal.db', 'temporal.db-wal', 'temporal.db-shm']) {
    expect(statSync(join(platform.dataFolder, 'temporal', file)).mode & 0o077).toBe(0);
  }
  for (const names of [['PostgreSQL'], ['Temporal'], ['sandbox', 'worker', 'api', 'checkout', 'web', 'vault']]) {
    await Promise.all(names.map(freeze));
  }
}, 900_000);
