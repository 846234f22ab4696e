import { mkdtempSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '../../store/migrations/migrate';
import { runFolder, service } from '../../testing/services';
import type { Child } from '../services/child';
import { freePort } from '../services/ports';
import { createDatabaseAt } from '../services/postgres';
import { readLocalPlatform } from './local-environment';
import { processPart, serviceParts } from './run';
import { Supervisor, type Part } from './supervisor';

const before = { ...process.env };
const lines: string[] = [];
const say = (line: string): void => void lines.push(line);
const children = new Map<string, Child>();
const supervisor = new Supervisor(say, { everyMs: 1_000, silenceMs: 5_000 });

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

async function untilSaid(line: string): Promise<void> {
  for (let waited = 0; waited < 900 && !lines.includes(line); waited++) await sleep(100);
  expect(lines).toContain(line);
}

test('each process of a local platform that is frozen is ended and started again', async () => {
  await service('build');
  await service('checkout');
  process.env['DATA_DIR'] = mkdtempSync(join(runFolder('tmp'), 'frozen-'));
  for (const name of ['API', 'WORKER', 'SANDBOX', 'WEB', 'CHECKOUT', 'POSTGRES', 'TEMPORAL', 'TEMPORAL_UI']) {
    process.env[`${name}_PORT`] = String(await freePort());
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
  for (const name of ['PostgreSQL', 'Temporal', 'sandbox', 'worker', 'api', 'checkout', 'web']) {
    const frozen = children.get(name)?.pid ?? 0;
    process.kill(frozen, 'SIGSTOP');
    await untilSaid(`${name} runs and has not answered for 5 s; ending it`);
    await untilSaid(`${name} is up again`);
    expect(children.get(name)?.pid).not.toBe(frozen);
  }
});
