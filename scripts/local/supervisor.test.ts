import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild } from '../services/child';
import { freePort } from '../services/ports';
import { Supervisor, type Part } from './supervisor';
import { answersHttp } from './watchdog';
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

const intervals = { everyMs: 300, silenceMs: 1_500 };

/** A process that answers HTTP, and stops doing so after a while where it is told to. */
function server(name: string, port: number, loopsAfterMs?: number): Part & { starts: number[] } {
  const loop = loopsAfterMs === undefined ? '' : `setTimeout(() => { for (;;); }, ${loopsAfterMs});`;
  const listen = `require('node:http').createServer((q, r) => r.end('ok')).listen(${port}, '127.0.0.1');`;
  return { ...part(name, listen + loop, 500), isAlive: (limitMs) => answersHttp(`http://127.0.0.1:${port}`, limitMs) };
}

async function untilSaid(lines: string[], line: string): Promise<void> {
  for (let i = 0; i < 1_000 && !lines.includes(line); i += 1) await sleep(20);
  expect(lines).toContain(line);
}

test('what runs and does not answer, stopped or in a loop, is ended and started again; what answers is left alone', async () => {
  const lines: string[] = [];
  const supervisor = new Supervisor((line) => lines.push(line), intervals);
  const [frozen, looping, well] = [
    server('frozen', await freePort()),
    server('looping', await freePort(), 1_000),
    server('well', await freePort()),
  ];
  await supervisor.start(frozen, looping, well);
  process.kill(frozen.starts[0] ?? 0, 'SIGSTOP');
  await untilSaid(lines, 'frozen is up again');
  await untilSaid(lines, 'looping is up again');
  expect(lines).toContain('frozen runs and has not answered for 1.5 s; ending it');
  expect(lines).toContain('looping runs and has not answered for 1.5 s; ending it');
  expect(well.starts).toHaveLength(1);
  await supervisor.stop();
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
