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

/** How many tasks of workflows a worker has in hand, and how many it asks the engine for at once. */
export interface WorkflowTaskLimits {
  slots: number;
  pollers: number;
}

/** How much a worker takes on at once. */
export function workerLimits({ slots, pollers }: WorkflowTaskLimits) {
  return {
    // A workflow's task keeps its slot while its local activity runs, which may ask a connector: with few slots starts wait.
    maxConcurrentWorkflowTaskExecutions: slots,
    // Each brings one task at a time.
    maxConcurrentWorkflowTaskPolls: pollers,
    maxConcurrentLocalActivityExecutions: 100,
    maxConcurrentActivityTaskExecutions: 100,
    maxCachedWorkflows: 1_000,
  };
}

/** More than exchanges may be under way (`activities/webhook`): who finds no free slot has to be told so. */
const LARGEST_DELIVERY_LOAD = 320;

/** Ten parties' worth (`activities/report`); who comes beyond waits at the engine, and the line is soon through with him. */
const LONGEST_REPORT_LINE = 200;

const BUNDLE = join(__dirname, '..', 'workflow-bundle.js');

/** The worker of all workflows and activities. Uses the bundle that the build made; else the workflows are bundled now. */
export async function createWorker(
  { connection, namespace, taskQueue, activities }: WorkerInput,
  limits: WorkflowTaskLimits,
): Promise<Worker> {
  const workflows = existsSync(BUNDLE)
    ? { workflowBundle: { codePath: BUNDLE } }
    : { workflowsPath: require.resolve('../workflows/index') };
  return Worker.create({
    ...workflows,
    connection,
    namespace,
    taskQueue,
    activities,
    ...workerLimits(limits),
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
