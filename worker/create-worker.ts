import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker, type NativeConnection, type WorkerInterceptors, type WorkerOptions } from '@temporalio/worker';
import type { Capacity } from '../runtime/capacity';
import { deliveryTaskQueue, reportTaskQueue } from '../domain/workflow-messages';
import { encodeIdentity, type EncryptingCodec } from '../runtime/payload-codec';
import { partyLogInterceptor } from './party-log-interceptor';
import { STICKY_TIMEOUT_MS, startedInterceptor, type PendingWorkflowTasks } from './pending-workflow-tasks';

export interface WorkerInput {
  connection: NativeConnection;
  namespace: string;
  taskQueue: string;
  activities: object;
  /** By which everything is written that leaves for Temporal, and read that comes from there. */
  codec: EncryptingCodec;
  /** Told of what the worker begins with. */
  unbegun?: PendingWorkflowTasks;
  /** Of a process that traces. */
  tracing?: Pick<WorkerOptions, 'interceptors' | 'sinks'> | undefined;
}

/** How much a worker of workflows takes on at once; the reasons are in `runtime/capacity.ts`. */
export function workerLimits(capacity: Capacity) {
  return {
    maxConcurrentWorkflowTaskExecutions: capacity.WORKFLOW_TASK_SLOTS,
    maxConcurrentWorkflowTaskPolls: capacity.WORKFLOW_TASK_POLLERS,
    maxConcurrentLocalActivityExecutions: capacity.LOCAL_ACTIVITY_SLOTS,
    maxConcurrentActivityTaskExecutions: capacity.ACTIVITY_SLOTS,
    maxCachedWorkflows: capacity.WORKFLOW_CACHE,
  };
}

/**
 * For how many workflows the worker has slots now, beside those with which it waits for tasks. A task keeps its slot while it
 * runs and while its local activity does.
 */
export function freeTaskSlots(worker: Worker, { WORKFLOW_TASK_SLOTS, WORKFLOW_TASK_POLLERS }: Capacity): number {
  const { numInFlightWorkflowActivations, numInFlightLocalActivities } = worker.getStatus();
  // With fewer slots than pollers, those of the slots that poll are not all: some work is always done.
  const waiting = Math.min(WORKFLOW_TASK_POLLERS, Math.floor(WORKFLOW_TASK_SLOTS / 2));
  return WORKFLOW_TASK_SLOTS - waiting - numInFlightWorkflowActivations - numInFlightLocalActivities;
}

/** The build makes both: whether failures are encrypted is decided in the sandbox of workflows, where no setting is known. */
const getBundle = ({ isWriting }: EncryptingCodec): string =>
  join(__dirname, '..', isWriting ? 'workflow-bundle-encrypted.js' : 'workflow-bundle.js');

/**
 * The worker of all workflows and activities. Uses the bundle that the build made; else, or where they are traced, the workflows
 * are bundled now: interceptors are part of a bundle, and those of traces are in nobody else's.
 */
export async function createWorker(input: WorkerInput, capacity: Capacity): Promise<Worker> {
  const { tracing } = input;
  const bundle = getBundle(input.codec);
  const isBundled = existsSync(bundle) && !tracing;
  const { workflows, ownModules } = isBundled ? bundledBefore(bundle) : bundledNow();
  const { workflowModules = [] } = tracing?.interceptors ?? {};
  return open(input, {
    ...workflows,
    sinks: tracing?.sinks,
    interceptors: { ...activityInterceptors(input), workflowModules: [...ownModules, ...workflowModules] },
    ...workerLimits(capacity),
    stickyQueueScheduleToStartTimeout: STICKY_TIMEOUT_MS,
    shutdownGraceTime: '5 s',
  });
}

const bundledBefore = (codePath: string) => ({ workflows: { workflowBundle: { codePath } }, ownModules: [] });

/** As the build does it: our modules are evaluated once, and shared (`scripts/build.mjs`). */
function bundledNow() {
  const workflowsPath = require.resolve('../workflows/index');
  const ownModules = [require.resolve('../workflows/interceptors')];
  const bundlerOptions = { preloadModules: [workflowsPath, ...ownModules] };
  return { workflows: { workflowsPath, bundlerOptions }, ownModules };
}

/** The worker that sends messages to endpoints in trouble: slow ones take its slots, never those of payments. */
export function createDeliveryWorker(input: WorkerInput, { DELIVERY_SLOTS }: Capacity): Promise<Worker> {
  return createActivityWorker({ ...input, taskQueue: deliveryTaskQueue(input.taskQueue) }, { atOnce: DELIVERY_SLOTS });
}

/** The worker that builds the files of reports, a few at once: most of what it takes on stands in line. */
export function createReportWorker(input: WorkerInput, { REPORT_SLOTS }: Capacity): Promise<Worker> {
  return createActivityWorker({ ...input, taskQueue: reportTaskQueue(input.taskQueue) }, { atOnce: REPORT_SLOTS });
}

function createActivityWorker(input: WorkerInput, { atOnce }: { atOnce: number }): Promise<Worker> {
  // Then what is under way is cut off and given back: another worker does it, or this one when it is back.
  return open(input, {
    interceptors: activityInterceptors(input),
    maxConcurrentActivityTaskExecutions: atOnce,
    shutdownGraceTime: '2 s',
  });
}

/** The one way to a worker: all read and write payloads as the clients do. */
function open(input: WorkerInput, options: Partial<WorkerOptions>): Promise<Worker> {
  const { connection, namespace, taskQueue, activities, codec } = input;
  const failures = codec.isWriting ? { failureConverterPath: require.resolve('../workflows/encrypted-failures') } : {};
  return Worker.create({
    ...options,
    connection,
    namespace,
    taskQueue,
    activities,
    identity: encodeIdentity(codec),
    dataConverter: { payloadCodecs: [codec], ...failures },
  });
}

function activityInterceptors({
  unbegun,
  tracing,
}: Pick<WorkerInput, 'unbegun' | 'tracing'>): Pick<WorkerInterceptors, 'activity'> {
  const own = unbegun ? [startedInterceptor(unbegun), partyLogInterceptor] : [partyLogInterceptor];
  return { activity: [...own, ...(tracing?.interceptors?.activity ?? [])] };
}
