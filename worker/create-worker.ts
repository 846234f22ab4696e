import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker, type NativeConnection } from '@temporalio/worker';
import { deliveryTaskQueue } from '../domain/workflow-messages';

export interface WorkerInput {
  connection: NativeConnection;
  namespace: string;
  taskQueue: string;
  activities: object;
}

/** How much a worker takes on at once. */
export const LIMITS = {
  maxConcurrentWorkflowTaskExecutions: 40,
  maxConcurrentLocalActivityExecutions: 100,
  maxConcurrentActivityTaskExecutions: 100,
  maxCachedWorkflows: 1_000,
} as const;

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
export async function createDeliveryWorker({
  connection,
  namespace,
  taskQueue,
  activities,
}: WorkerInput): Promise<Worker> {
  return Worker.create({
    connection,
    namespace,
    taskQueue: deliveryTaskQueue(taskQueue),
    activities,
    maxConcurrentActivityTaskExecutions: LIMITS.maxConcurrentActivityTaskExecutions,
    shutdownGraceTime: '5 s',
  });
}
