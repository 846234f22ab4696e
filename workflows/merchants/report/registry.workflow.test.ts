import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, NativeConnection, Runtime, Worker, bundleWorkflowCode } from '@temporalio/worker';
import { createLogger } from '../../../runtime/logger';
import { service } from '../../../tests/harness/services';
import { timeSkippingEnvironment } from '../../../tests/harness/workflow-environment';
import { examineHistory } from '../../../tests/harness/workflow-histories';
import { registerSearchAttributes } from '../../../worker/search-attributes';
import { reportTaskQueue, workflowTypes } from '../../../workflow-names/workflow-messages';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import type { ReportActivities, ReportFileInput, ReportInput } from './report.contract';

const TASK_QUEUE = 'registries';
const REPORT_ID = 7;
/** A bundle of these workflows knows no registry, as that of 0.1.0. */
const WITHOUT_REGISTRY = require.resolve('../../payments/refund/refund.workflow');

Runtime.install({ logger: new DefaultLogger('ERROR') });

let environment: TestWorkflowEnvironment;
let calls: string[];
let completed: ReportInput | undefined;
let connections: NativeConnection[];
let workers: { worker: Worker; running: Promise<void> }[];

beforeEach(async () => {
  environment = await timeSkippingEnvironment();
  const logger = createLogger({ process: 'test', level: 'silent' });
  await registerSearchAttributes(environment.nativeConnection, { namespace: 'default', logger });
  [calls, completed, connections, workers] = [[], undefined, [], []];
});

afterEach(async () => {
  for (const { worker } of workers) worker.shutdown();
  await Promise.all(workers.map(({ running }) => running));
  await Promise.all(connections.map((connection) => connection.close()));
  await environment.teardown();
});

/** The activities of a build; that of 0.1.0 does not know registries. */
function activitiesOf(build: 'old' | 'new'): Partial<ReportActivities> {
  const record =
    (name: string) =>
    async ({ format }: ReportFileInput): Promise<void> =>
      void calls.push(`${build} ${name} ${format}`);
  return {
    buildFile: record('buildFile'),
    ...(build === 'new' && { buildRegistryFile: record('buildRegistryFile') }),
    completeReport: async (input: ReportInput) => void (completed = input),
    cancelReport: async () => void calls.push(`${build} cancelReport`),
  };
}

async function startWorkers(build: 'old' | 'new', workflowBundle: { codePath: string } | { code: string }) {
  // A worker of another process has a connection of its own.
  const connection = await NativeConnection.connect({ address: environment.address });
  connections.push(connection);
  const activities = activitiesOf(build);
  for (const options of [{ taskQueue: TASK_QUEUE, workflowBundle }, { taskQueue: reportTaskQueue(TASK_QUEUE) }]) {
    const worker = await Worker.create({ connection, activities, ...options });
    workers.push({ worker, running: worker.run() });
  }
}

const start = () =>
  environment.client.workflow.start(workflowTypes.registry, {
    workflowId: workflowIDs.report('scope', REPORT_ID),
    taskQueue: TASK_QUEUE,
    args: [{ reportID: REPORT_ID }],
  });

async function untilTaskFailed(handle: WorkflowHandle): Promise<void> {
  for (;;) {
    const { events } = await handle.fetchHistory();
    if (events?.some(({ workflowTaskFailedEventAttributes: failed }) => failed)) return;
    await sleep(100);
  }
}

test('a registry waits for workers that know it while workers of 0.1.0 share its task queues', async () => {
  const { code } = await bundleWorkflowCode({ workflowsPath: WITHOUT_REGISTRY, logger: new DefaultLogger('ERROR') });
  await startWorkers('old', { code });
  const handle = await start();
  await untilTaskFailed(handle);
  await startWorkers('new', await service('bundle'));
  await expect(handle.result()).resolves.toBe('created');
  expect(calls).toEqual(['new buildRegistryFile csv', 'new buildRegistryFile xlsx']);
  expect(completed).toEqual({ reportID: REPORT_ID });
});

test('a registry builds its files and completes', async () => {
  await startWorkers('new', await service('bundle'));
  const handle = await start();
  await expect(handle.result()).resolves.toBe('created');
  expect(calls).toEqual(['new buildRegistryFile csv', 'new buildRegistryFile xlsx']);
  await examineHistory(handle);
});
