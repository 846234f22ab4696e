import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { portsToKeep } from '../../tests/harness/ports';
import { runFolder } from '../../tests/harness/services';
import type { Child } from '../services/child';
import { createDatabaseAt } from '../services/postgres';
import { readLocalPlatform } from './local-environment';
import { serviceParts } from './run';
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

test('the supervisor restarts a frozen PostgreSQL and a frozen Temporal', async () => {
  process.env['DATA_DIR'] = mkdtempSync(join(runFolder('tmp'), 'frozen-'));
  const ports = await portsToKeep(['POSTGRES_PORT', 'TEMPORAL_PORT', 'TEMPORAL_UI_PORT']);
  for (const [name, port] of Object.entries(ports)) process.env[name] = String(port);
  const platform = readLocalPlatform({ secrets: 'create' });
  await supervisor.start(...serviceParts(platform, say).map(recordChildren));
  await createDatabaseAt(platform.settings.DATABASE_URL);
  await Promise.all(['PostgreSQL', 'Temporal'].map(freeze));
}, 300_000);
