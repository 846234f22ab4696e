import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker, type NativeConnection } from '@temporalio/worker';
import { deliveryTaskQueue, reportTaskQueue } from '../domain/workflow-messages';

export interface WorkerInput {
  connection: NativeConnection;
  namespace: string;
  taskQueue: string;
  activities: object;
}

/** How much a worker takes on at once. */
export const LIMITS = {
  // A task keeps its slot while its local activity asks a connector. Measured with 64 callers at once: the slowest of a hundred
  // waited 26 s with 40 slots and 4 s with 200. They cost memory only, and their workflows fit the cache.
  maxConcurrentWorkflowTaskExecutions: 200,
  // Each brings one task at a time: a tenth of the slots keeps them filled.
  maxConcurrentWorkflowTaskPolls: 20,
  maxConcurrentLocalActivityExecutions: 100,
  maxConcurrentActivityTaskExecutions: 100,
  maxCachedWorkflows: 1_000,
} as const;

/** More than exchanges may be under way (`activities/webhook`): who finds no free slot has to be told so. */
const LARGEST_DELIVERY_LOAD = 320;

/** Ten parties' worth (`activities/report`); who comes beyond waits at the engine, and the line is soon through with him. */
const LONGEST_REPORT_LINE = 200;

const BUNDLE = join(__dirname, '..', 'workflow-bundle.js');

/** The worker of all workflows and activities. Uses the bundle that the build made; else the workflows are bundled now. */
export async function createWorker({ connection, namespace, taskQueue, activities }: WorkerInput): Promise<Worker> {
  const workflows = existsSync(BUNDLE)
    ? { workflowBundle: { codePath: BUNDLE } }
    : { workflowsPath: require.resolve('../workflows/index') };
  return Worker.create({
    ...workflows,
    connection,
    namespace,
    taskQueue,
    activities,
    ...LIMITS,
    shutdownGraceTime: '5 s',
  });
}

/** The worker that sends messages to endpoints in trouble: slow ones take its slots, never those of payments. */
export function createDeliveryWorker(input: WorkerInput): Promise<Worker> {
  return createActivityWorker(
    { ...input, taskQueue: deliveryTaskQueue(input.taskQueue) },
    { atOnce: LARGEST_DELIVERY_LOAD },
  );
}

/** The worker that builds the files of reports, a few at once: most of what it takes on stands in line. */
export function createReportWorker(input: WorkerInput): Promise<Worker> {
  return createActivityWorker(
    { ...input, taskQueue: reportTaskQueue(input.taskQueue) },
    { atOnce: LONGEST_REPORT_LINE },
  );
}

function createActivityWorker(input: WorkerInput, { atOnce }: { atOnce: number }): Promise<Worker> {
  // Then what is under way is cut off and given back: another worker does it, or this one when it is back.
  return Worker.create({ ...input, maxConcurrentActivityTaskExecutions: atOnce, shutdownGraceTime: '2 s' });
}
