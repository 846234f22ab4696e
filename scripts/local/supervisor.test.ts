import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild } from '../services/child';
import { Supervisor, type Part } from './supervisor';
import { runFolder } from '../../testing/services';

const folder = mkdtempSync(join(runFolder('tmp'), 'supervisor-'));

function part(name: string, script: string, readyAfterMs = 0): Part & { starts: number[] } {
  const starts: number[] = [];
  const start = async () => {
    const options = { name, command: process.execPath, args: ['-e', script], logFile: join(folder, `${name}.log`) };
    const child = startChild(options);
    starts.push(child.pid);
    await sleep(readyAfterMs);
    return child;
  };
  return { name, start, starts };
}

const lasting = `setInterval(() => {}, 1000)`;

test('what ends by itself is started again, and what was told to stop is not', async () => {
  const lines: string[] = [];
  const supervisor = new Supervisor((line) => lines.push(line));
  const api = part('api', lasting);
  await supervisor.start(api);
  process.kill(api.starts[0] ?? 0, 'SIGKILL');
  for (let i = 0; i < 200 && !lines.includes('api is up again'); i += 1) await sleep(20);
  expect(api.starts).toHaveLength(2);
  expect(lines[0]).toContain('api ended by SIGKILL; starting it again');
  await supervisor.stop();
  await sleep(700);
  expect(api.starts).toHaveLength(2);
});

test('parts stop in the reverse order in which they were named, however long each took to be ready', async () => {
  const lines: string[] = [];
  const supervisor = new Supervisor((line) => lines.push(line));
  await supervisor.start(part('PostgreSQL', lasting, 60), part('Temporal', lasting));
  await supervisor.start(part('worker', lasting, 30), part('api', lasting));
  await supervisor.stop();
  expect(lines).toEqual(['  stopping api', '  stopping worker', '  stopping Temporal', '  stopping PostgreSQL']);
});

test('a part that cannot start fails the start and leaves the others to be stopped', async () => {
  const supervisor = new Supervisor(() => undefined);
  const good = part('good', lasting);
  const bad: Part = { name: 'bad', start: () => Promise.reject(new Error('no such thing')) };
  await expect(supervisor.start(good, bad)).rejects.toThrow('no such thing');
  await supervisor.stop();
  expect(() => process.kill(good.starts[0] ?? 0, 0)).toThrow('ESRCH');
});
