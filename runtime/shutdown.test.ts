import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFolder, service } from '../tests/harness/services';

/** Runs the steps in a separate process, because stopOnSignals exits. */
async function startProcess(steps: string, limitMs = 30_000) {
  await service('compile');
  const root = join(__dirname, '..');
  const file = join(mkdtempSync(join(runFolder('tmp'), 'shutdown-')), 'main.js');
  writeFileSync(
    file,
    `const { stopOnSignals } = require(${JSON.stringify(join(root, 'dist/runtime/shutdown.js'))});
     const { createLogger } = require(${JSON.stringify(join(root, 'dist/runtime/logger.js'))});
     const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
     stopOnSignals({ logger: createLogger({ process: 'test', level: 'info' }), limitMs: ${limitMs}, steps: [${steps}] });
     setInterval(() => {}, 1000);
     console.log('up');`,
  );
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  const up = new Promise<void>((resolve) => {
    child.stdout.on('data', (text: Buffer) => {
      output += text.toString();
      if (output.includes('up')) resolve();
    });
  });
  await up;
  return {
    child,
    ended: new Promise<{ code: number | null; output: string }>((resolve) => {
      child.once('close', (code) => resolve({ code, output }));
    }),
  };
}

test('a signal runs the steps in order, and a second signal is ignored', async () => {
  const { child, ended } = await startProcess(`
    { name: 'first', stop: async () => { await wait(200); console.log('first stopped'); } },
    { name: 'second', stop: async () => console.log('second stopped') }`);
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGINT'), 50);
  const { code, output } = await ended;
  expect(code).toBe(0);
  expect(output.indexOf('first stopped')).toBeGreaterThan(0);
  expect(output.indexOf('second stopped')).toBeGreaterThan(output.indexOf('first stopped'));
});

test('a failed step is logged, the next one runs, and the exit code is 1', async () => {
  const { child, ended } = await startProcess(`
    { name: 'broken', stop: async () => { throw new Error('cannot stop'); } },
    { name: 'second', stop: async () => console.log('second stopped') }`);
  child.kill('SIGTERM');
  const { code, output } = await ended;
  expect(code).toBe(1);
  expect(output).toContain('second stopped');
  expect(output).toContain('"step":"broken"');
});

test('a hanging step cannot keep the process alive', async () => {
  const { child, ended } = await startProcess(`{ name: 'stuck', stop: () => new Promise(() => {}) }`, 300);
  child.kill('SIGTERM');
  expect((await ended).code).toBe(1);
});
