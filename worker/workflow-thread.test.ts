import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { service } from '../tests/harness/services';

const LOADED = join(__dirname, '../dist/worker/workflow-thread.js');

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

/** Records each call into a workflow in its thread, and whether the call has a timeout. */
const RECORDER = `
  const { Script } = require('node:vm');
  const { appendFileSync } = require('node:fs');
  const run = Script.prototype.runInContext;
  Script.prototype.runInContext = function (context, options) {
    const called = context.__temporal_args?.[1];
    if (called) appendFileSync(process.env.CALLS, called + (options?.timeout === undefined ? '' : ' limited') + '\\n');
    return run.call(this, context, options);
  };`;

const WORKFLOWS = `
  export async function endless() { for (;;); }
  export async function endlessLater() { await null; for (;;); }
  export async function healthy() { return 'ended'; }`;

/** Runs the workflows on a worker with a short timeout until the endless ones have failed and a later one has ended. */
const WORKER = `
  const { NativeConnection, Worker, Runtime, makeTelemetryFilterString } = require('@temporalio/worker');
  const { Client } = require('@temporalio/client');
  (async () => {
    // The SDK's core writes its warnings to the standard output.
    const filter = makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' });
    Runtime.install({ telemetryOptions: { logging: { filter } } });
    const connection = await NativeConnection.connect({ address: process.env.ADDRESS });
    const taskQueue = 'workflow-thread-' + process.pid;
    const { WORKFLOWS: workflowsPath } = process.env;
    const worker = await Worker.create({ connection, taskQueue, workflowsPath, isolateExecutionTimeout: '300 ms' });
    const client = new Client({ connection });
    const start = (type) => client.workflow.start(type, { taskQueue, workflowId: type + '-' + taskQueue });
    const failureOf = async (type) => {
      const handle = await start(type);
      for (;;) {
        const { events } = await handle.fetchHistory();
        const failed = events.find((event) => event.workflowTaskFailedEventAttributes);
        if (failed) return handle.terminate().then(() => failed.workflowTaskFailedEventAttributes.failure.message);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    const found = await worker.runUntil(async () => ({
      endless: await failureOf('endless'),
      endlessLater: await failureOf('endlessLater'),
      healthy: await (await start('healthy')).result(),
    }));
    process.stdout.write(JSON.stringify(found));
    process.exit(0);
  })();`;

beforeAll(() => service('build'));

function inThread(environment: Record<string, string>): unknown {
  const code = `new (require('node:worker_threads').Worker)(${JSON.stringify(THREAD)}, { eval: true })
    .on('message', (found) => process.stdout.write(JSON.stringify(found)))`;
  const env = { ...process.env, ...environment };
  return JSON.parse(execFileSync(process.execPath, ['--require', LOADED, '-e', code], { encoding: 'utf8', env }));
}

test('a worker thread records no promise stacks and keeps AsyncLocalStorage', () => {
  expect(inThread({ WORKFLOW_STACK_TRACES: '' })).toEqual({ hasHooks: false, stored: 'kept' });
});

test('WORKFLOW_STACK_TRACES=true records promise stacks', () => {
  expect(inThread({ WORKFLOW_STACK_TRACES: 'true' })).toEqual({ hasHooks: true, stored: 'kept' });
});

test('one timeout limits an activation: an endless workflow fails its task and others continue', async () => {
  const { address } = await service('temporal');
  // The bundler resolves packages from this folder.
  const folder = mkdtempSync(join(__dirname, '../dist/workflow-thread-'));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  try {
    const calls = file('calls', '');
    const env = { ...process.env, ADDRESS: address, CALLS: calls, WORKFLOWS: file('workflows.js', WORKFLOWS) };
    const args = ['--require', file('recorder.js', RECORDER), '--require', LOADED, file('worker.js', WORKER)];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
    expect({ stdout, stderr }).toMatchObject({ stdout: expect.stringMatching(/^\{.*\}$/) as string });
    const timedOut = expect.stringContaining('Script execution timed out after 300ms') as string;
    expect(JSON.parse(stdout)).toEqual({ endless: timedOut, endlessLater: timedOut, healthy: 'ended' });
    const activations = ['initialize', 'activate', 'concludeActivation'];
    const seen = readFileSync(calls, 'utf8').split('\n');
    expect(seen).toEqual(expect.arrayContaining(['initRuntime limited', 'dispose limited', ...activations]));
    expect(seen.filter((call) => activations.some((name) => call === `${name} limited`))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
