import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild, type Child } from '../services/child';
import { loadFactor, startLimit } from '../services/start-limit';
import { Supervisor, type Part } from './supervisor';
import { answersHttp } from './watchdog';
import { portToKeep } from '../../tests/harness/ports';
import { runFolder } from '../../tests/harness/services';
import { ARRIVAL_TIMEOUT_MS } from '../../tests/harness/timeouts';

const folder = mkdtempSync(join(runFolder('tmp'), 'supervisor-'));

type Seen = Part & { starts: number[] };

/** A part that counts its starts and is ready at once by default. */
function part(name: string, script: string, untilReady = (_child: Child) => Promise.resolve()): Seen {
  const starts: number[] = [];
  const start = async () => {
    const options = { name, command: process.execPath, args: ['-e', script], logFile: join(folder, `${name}.log`) };
    const child = startChild(options);
    starts.push(child.pid);
    await untilReady(child);
    return child;
  };
  return { name, start, starts };
}

const lasting = `setInterval(() => {}, 1000)`;

test('the supervisor restarts a process that ends unless it was stopped', async () => {
  const lines: string[] = [];
  const supervisor = new Supervisor((line) => lines.push(line));
  const api = part('api', lasting);
  await supervisor.start(api);
  process.kill(api.starts[0] ?? 0, 'SIGKILL');
  await untilSaid(lines, 'api is running again');
  expect(api.starts).toHaveLength(2);
  expect(lines[0]).toContain('api ended by SIGKILL; starting it again in 0.1 s');
  await supervisor.stop();
  await sleep(700);
  expect(api.starts).toHaveLength(2);
});

test.each([
  ['grow while a process fails at its start', 60_000, [0.02, 0.04, 0.08, 0.1]],
  ['stay short for a process that had been running', 0, [0.02, 0.02, 0.02, 0.02]],
])('restart pauses %s', async (_which, steadyAfterMs, pauses) => {
  const lines: string[] = [];
  const supervisor = new Supervisor((line) => lines.push(line), undefined, {
    firstMs: 20,
    longestMs: 100,
    steadyAfterMs,
  });
  const ending = part('ending', '');
  await supervisor.start(ending);
  const said = () => lines.flatMap((line) => /starting it again in (\S+) s/.exec(line)?.[1] ?? []);
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; said().length < 4 && Date.now() < end;) await sleep(20);
  await supervisor.stop();
  expect(said().slice(0, 4)).toEqual(pauses.map(String));
});

/** Many short probes, so that a slow process answers at least one. */
const intervals = { everyMs: 300, silenceMs: 8_000, factor: () => 1 };

/** An HTTP server that SIGUSR2 sends into an endless loop. */
async function server(name: string): Promise<Seen> {
  const port = await portToKeep();
  const script = `process.on('SIGUSR2', () => { for (;;); });
    require('node:http').createServer((q, r) => r.end('ok')).listen(${port}, '127.0.0.1');`;
  const isAlive = (limitMs: number) => answersHttp(`http://127.0.0.1:${port}`, limitMs);
  const untilReady = async (child: Child) => {
    while (child.isRunning() && !(await isAlive(1_000))) await sleep(20);
  };
  return { ...part(name, script, untilReady), isAlive };
}

async function untilSaid(lines: string[], line: string): Promise<void> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; !lines.includes(line) && Date.now() < end;) await sleep(20);
  expect(lines).toContain(line);
}

test('the supervisor restarts processes that are stopped or loop, and leaves others running', async () => {
  const lines: string[] = [];
  const supervisor = new Supervisor((line) => lines.push(line), intervals);
  const [frozen, looping, well] = [await server('frozen'), await server('looping'), await server('well')];
  await supervisor.start(frozen, looping, well);
  supervisor.watchSilence();
  process.kill(frozen.starts[0] ?? 0, 'SIGSTOP');
  process.kill(looping.starts[0] ?? 0, 'SIGUSR2');
  await untilSaid(lines, 'frozen is running again');
  await untilSaid(lines, 'looping is running again');
  expect(lines).toContain('frozen is running but has not answered for 8 s; killing it');
  expect(lines).toContain('looping is running but has not answered for 8 s; killing it');
  expect(well.starts).toHaveLength(1);
  await supervisor.stop();
});

test('a silent part is killed only after all parts were ready, and later on a busy machine', async () => {
  const lines: string[] = [];
  let factor = 1_000;
  const supervisor = new Supervisor((line) => lines.push(line), { everyMs: 50, silenceMs: 400, factor: () => factor });
  const silent = { ...part('silent', lasting), isAlive: async () => false };
  await supervisor.start(silent);
  await sleep(1_500);
  supervisor.watchSilence();
  await sleep(1_500);
  expect(silent.starts).toHaveLength(1);
  factor = 1;
  await untilSaid(lines, 'silent is running but has not answered for 0.4 s; killing it');
  await supervisor.stop();
});

test.each([
  ['for (;;);', 'works', false],
  [lasting, 'waits', true],
])('a starting process that runs %s %s and is given up: %s', async (script, _does, isGivenUp) => {
  const logFile = join(folder, 'start-limit.log');
  const child = startChild({ name: 'starting', command: process.execPath, args: ['-e', script], logFile });
  const isTooLate = startLimit(child, 4_000 / loadFactor());
  let isLate = false;
  for (const end = Date.now() + 9_000; Date.now() < end && !isLate; await sleep(200)) isLate = isTooLate();
  await child.kill();
  expect(isLate).toBe(isGivenUp);
});

test('parts stop in the reverse order of their declaration', async () => {
  const lines: string[] = [];
  const supervisor = new Supervisor((line) => lines.push(line));
  await supervisor.start(
    part('PostgreSQL', lasting, () => sleep(60)),
    part('Temporal', lasting),
  );
  await supervisor.start(
    part('worker', lasting, () => sleep(30)),
    part('api', lasting),
  );
  await supervisor.stop();
  expect(lines).toEqual(['  stopping api', '  stopping worker', '  stopping Temporal', '  stopping PostgreSQL']);
});

test('a part that cannot start fails the start, and the others can be stopped', async () => {
  const supervisor = new Supervisor(() => undefined);
  const good = part('good', lasting);
  const bad: Part = { name: 'bad', start: () => Promise.reject(new Error('no such thing')) };
  await expect(supervisor.start(good, bad)).rejects.toThrow('no such thing');
  await supervisor.stop();
  expect(() => process.kill(good.starts[0] ?? 0, 0)).toThrow('ESRCH');
});
