import { mkdtempSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '../../store/migrations/migrate';
import { portToKeep } from '../../testing/ports';
import { runFolder, service } from '../../testing/services';
import type { Child } from '../services/child';
import { createDatabaseAt } from '../services/postgres';
import { readLocalPlatform } from './local-environment';
import { processPart, serviceParts } from './run';
import { Supervisor, type Part } from './supervisor';

const before = { ...process.env };
const lines: string[] = [];
const say = (line: string): void => void lines.push(line);
const children = new Map<string, Child>();
const supervisor = new Supervisor(say, { everyMs: 1_000, silenceMs: 8_000 });

afterAll(async () => {
  process.env = { ...before };
  await supervisor.stop();
});

/** Keeps what runs now, so that it can be frozen. */
function seen(part: Part): Part {
  const start = async (): Promise<Child> => {
    const child = await part.start();
    children.set(part.name, child);
    return child;
  };
  return { ...part, start };
}

/** For a silence, or for an end and a start: longer than what comes by itself takes. */
const TIMEOUT_MS = 90_000;

/** Waits until something is said after so many lines, and not of another silence before. @returns how many lines there are with it */
async function untilSaid(line: string, after: number): Promise<number> {
  for (const end = Date.now() + TIMEOUT_MS; lines.indexOf(line, after) < 0 && Date.now() < end;) await sleep(100);
  expect(lines.slice(after)).toContain(line);
  return lines.indexOf(line, after) + 1;
}

/** Its process; another than the first where a loaded machine has kept that silent, and it was ended without us. */
async function whenUp(name: string): Promise<Child> {
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await sleep(100)) {
    const child = children.get(name);
    if (child?.isRunning()) return child;
  }
  throw new Error(`${name} is not up`);
}

/** What others are the poorer for is frozen alone; what only answers for itself, beside others. */
async function freeze(name: string): Promise<void> {
  const { pid } = await whenUp(name);
  const said = lines.length;
  process.kill(pid, 'SIGSTOP');
  const ended = await untilSaid(`${name} runs and has not answered for 8 s; ending it`, said);
  await untilSaid(`${name} is up again`, ended);
  expect(children.get(name)?.pid).not.toBe(pid);
}

test('each process of a local platform that is frozen is ended and started again', async () => {
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
    'POSTGRES',
    'TEMPORAL',
    'TEMPORAL_UI',
  ]) {
    process.env[`${name}_PORT`] = String(await portToKeep());
  }
  const platform = readLocalPlatform({ secrets: 'create' });
  await supervisor.start(...serviceParts(platform, say).map(seen));
  await createDatabaseAt(platform.settings.DATABASE_URL);
  await createDatabaseAt(platform.settings.SANDBOX_DATABASE_URL ?? '');
  await migrate(platform.settings.DATABASE_URL);
  const processes = (['sandbox', 'worker', 'api', 'checkout', 'web'] as const).map((name) =>
    processPart(name, platform),
  );
  await supervisor.start(...processes.map(seen));
  for (const file of ['temporal.db', 'temporal.db-wal', 'temporal.db-shm']) {
    expect(statSync(join(platform.dataFolder, 'temporal', file)).mode & 0o077).toBe(0);
  }
  for (const names of [['PostgreSQL'], ['Temporal'], ['sandbox', 'worker', 'api', 'checkout', 'web']]) {
    await Promise.all(names.map(freeze));
  }
}, 900_000);
