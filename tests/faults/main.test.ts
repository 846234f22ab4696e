import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../scripts/services/platform-process';
import { service } from '../harness/services';

let folder: string;

beforeAll(async () => {
  await service('build');
  folder = mkdtempSync(join(tmpdir(), 'trials-main-'));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function trials(...words: string[]): { child: ChildProcess; said: () => string } {
  let text = '';
  const env = { ...process.env, TMPDIR: folder };
  const child = spawn(process.execPath, [join(root, 'dist/tests/faults/main.js'), ...words], { env, cwd: root });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  return { child, said: () => text };
}

/** All processes with this folder for temporary files. */
function running(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => getEnvironment(pid).includes(`TMPDIR=${folder}`))
    .map(Number);
}

function getEnvironment(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
}

const ended = async (child: ChildProcess): Promise<unknown> =>
  child.exitCode ?? ((await once(child, 'close')) as [unknown])[0];

test('unknown arguments fail with a message', async () => {
  const { child, said } = trials('--rounds', '0.5');
  expect(await ended(child)).toBe(1);
  expect(said()).toBe('--rounds has to be a whole number from 1 on, and is "0.5"\n\n0 passed, 1 failed\n');
});

test('an interrupted run leaves no process and no folder', async () => {
  const { child, said } = trials('--only', 'freeze-worker', '--minutes', '5');
  const isWorking = () => running().some((pid) => getCommand(pid).includes('dist/worker/main.js'));
  while (!isWorking() && child.exitCode === null) await sleep(100);
  child.kill('SIGINT');
  expect({ code: await ended(child), said: said() }).toEqual({
    code: 130,
    said: expect.stringContaining('SIGINT: putting everything back'),
  });
  while (running().length > 0) await sleep(100);
  expect(readdirSync(folder).filter((name) => name.startsWith('holdfast-trials'))).toEqual([]);
});

function getCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
