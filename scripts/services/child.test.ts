import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runFolder, service } from '../../tests/harness/services';
import { ARRIVAL_TIMEOUT_MS } from '../../tests/harness/timeouts';
import { startChild, readTail } from './child';
import { root } from './platform-process';

const folder = mkdtempSync(join(runFolder('tmp'), 'child-'));
const logFile = join(folder, 'child.log');
const node = (script: string) => ({ name: 'child', command: process.execPath, args: ['-e', script], logFile });

test('a child writes to its log file and reports its exit code', async () => {
  const child = startChild(node(`console.log('out'); console.error('err'); process.exit(3)`));
  expect(await child.ended).toBe('ended with code 3');
  expect(child.isRunning()).toBe(false);
  expect(readTail(logFile, 2).split('\n').sort()).toEqual(['err', 'out']);
});

test('a missing program is reported, not thrown', async () => {
  const child = startChild({ ...node(''), command: '/nowhere/at-all' });
  expect(await child.ended).toContain('could not be started');
  await child.stop();
});

test('a child that ignores its stop signal is killed after the limit', async () => {
  const child = startChild(node(`process.on('SIGTERM', () => {}); console.log('deaf'); setInterval(() => {}, 1000)`));
  while (!readTail(logFile).includes('deaf')) await sleep(20);
  await child.stop(200);
  expect(await child.ended).toBe('ended by SIGKILL');
});

test('a child ends when its parent is killed', async () => {
  await service('compile');
  const module = JSON.stringify(join(root, 'dist/scripts/services/child.js'));
  const script = `
    const { startChild } = require(${module});
    const child = startChild({ name: 'c', command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'],
      logFile: ${JSON.stringify(logFile)} });
    console.log(child.pid);
    setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = await new Promise<number>((resolve) => parent.stdout.once('data', (text) => resolve(Number(text))));
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; isAlive(pid) && Date.now() < end;) await sleep(50);
  expect(isAlive(pid)).toBe(false);
});

/** A zombie counts as dead. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && process.platform !== 'linux';
  }
}
