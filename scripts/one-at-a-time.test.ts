import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  pid: number;
  code: number | null;
  said: string;
}

function start(args: string[], cwd = folder): Promise<Ended> {
  const child = spawn(process.execPath, args, { cwd });
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ pid: child.pid ?? 0, code, said })));
}

/** A process that logs the begin and the end of its exclusive work. */
function worker(): Promise<Ended> {
  const code = `
    import { appendFileSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { oneAtATime } from ${JSON.stringify(pathToFileURL(join(__dirname, 'one-at-a-time.mjs')).href)};
    const options = { doing: 'writes', say: (line) => console.log(line), file: 'dist/.lock' };
    await oneAtATime(options, async () => {
      appendFileSync('log', 'begin ' + process.pid + '\\n');
      await sleep(100);
      appendFileSync('log', 'end ' + process.pid + '\\n');
    });`;
  return start(['--input-type=module', '--eval', code]);
}

/** Fails if the log lines of two processes interleave. */
function expectOneAtATime(ended: readonly Ended[]): void {
  const lines = readFileSync(join(folder, 'log'), 'utf8').trim().split('\n');
  const begun = lines.filter((line) => line.startsWith('begin')).map((line) => line.slice('begin '.length));
  expect(lines).toEqual(begun.flatMap((pid) => [`begin ${pid}`, `end ${pid}`]));
  expect(begun.map(Number).sort()).toEqual(ended.map(({ pid }) => pid).sort());
}

test('processes with the same lock run one after another and report for which one they wait', async () => {
  const ended = await Promise.all(Array.from({ length: 4 }, worker));
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expectOneAtATime(ended);
  const waiting = ended.map(({ said }) => /^Waiting for process \d+, which writes \(dist\/\.lock\)$/m.test(said));
  expect(waiting.filter(Boolean).length).toBeGreaterThan(0);
});

test.each([
  ['a process that died', '999999999'],
  ['a process that died before it wrote its number', ''],
])('the lock of %s is taken over by one process', async (_, content) => {
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist/.lock'), content);
  const ended = await Promise.all(Array.from({ length: 4 }, worker));
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expectOneAtATime(ended);
});

test('concurrent commands install packages once', async () => {
  const npm = (args: string[], cwd: string): Buffer => execFileSync('npm', args, { cwd, stdio: 'pipe' });
  const dependency = join(folder, 'slow');
  mkdirSync(dependency);
  const scripts = { install: `node --eval "setTimeout(() => undefined, 2000)"` };
  writeFileSync(join(dependency, 'package.json'), JSON.stringify({ name: 'slow', version: '1.0.0', scripts }));
  npm(['pack', '--pack-destination', folder], dependency);
  const fresh = join(folder, 'fresh');
  mkdirSync(join(fresh, 'scripts'), { recursive: true });
  for (const file of ['install.mjs', 'one-at-a-time.mjs']) cpSync(join(__dirname, file), join(fresh, 'scripts', file));
  writeFileSync(join(fresh, 'package.json'), JSON.stringify({ name: 'fresh', version: '1.0.0', private: true }));
  npm(['install', '--package-lock-only', '--offline', '../slow-1.0.0.tgz'], fresh);
  const ended = await Promise.all([start(['scripts/install.mjs'], fresh), start(['scripts/install.mjs'], fresh)]);
  expect(ended.map(({ code }) => code)).toEqual([0, 0]);
  const words = ended.map(({ said }) => said).sort();
  expect(words[0]).toMatch(/^Installing packages with npm, because they are not installed yet/);
  expect(words[1]).toMatch(/^Waiting for process \d+, which installs the packages \(.*\)\n$/);
});

test('an up-to-date build does not wait for the lock', async () => {
  for (const file of ['build.mjs', 'one-at-a-time.mjs', 'folders.cjs']) {
    cpSync(join(__dirname, file), join(folder, 'scripts', file));
  }
  symlinkSync(join(__dirname, '../node_modules'), join(folder, 'node_modules'));
  const build = () => start([join(folder, 'scripts/build.mjs'), 'compile']);
  expect(await build()).toMatchObject({ code: 0 });
  const lock = join(folder, 'dist/.build.lock');
  writeFileSync(lock, String(process.pid));
  expect(await build()).toMatchObject({ code: 0, said: '' });

  writeFileSync(join(folder, '.swcrc'), '{}');
  const waiting = build();
  setTimeout(() => rmSync(lock), 500);
  expect((await waiting).said).toContain(`Waiting for process ${process.pid}`);
});
