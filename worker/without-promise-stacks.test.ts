import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { service } from '../tests/harness/services';

/** Reports from a thread whether promise hooks are called and whether AsyncLocalStorage survives an `await`. */
const THREAD = `
  const { promiseHooks } = require('node:v8');
  const { AsyncLocalStorage } = require('node:async_hooks');
  const { parentPort } = require('node:worker_threads');
  let called = 0;
  promiseHooks.createHook({ init: () => called++ });
  const storage = new AsyncLocalStorage();
  storage.run('kept', async () => {
    await null;
    parentPort.postMessage({ hasHooks: called > 0, stored: storage.getStore() });
  });`;

beforeAll(() => service('build'));

function inThread(environment: Record<string, string>): unknown {
  const code = `new (require('node:worker_threads').Worker)(${JSON.stringify(THREAD)}, { eval: true })
    .on('message', (found) => process.stdout.write(JSON.stringify(found)))`;
  const loaded = join(__dirname, '../dist/worker/without-promise-stacks.js');
  const env = { ...process.env, ...environment };
  return JSON.parse(execFileSync(process.execPath, ['--require', loaded, '-e', code], { encoding: 'utf8', env }));
}

test('a worker thread records no promise stacks and keeps AsyncLocalStorage', () => {
  expect(inThread({ WORKFLOW_STACK_TRACES: '' })).toEqual({ hasHooks: false, stored: 'kept' });
});

test('WORKFLOW_STACK_TRACES=true records promise stacks', () => {
  expect(inThread({ WORKFLOW_STACK_TRACES: 'true' })).toEqual({ hasHooks: true, stored: 'kept' });
});
