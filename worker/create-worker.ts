import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker, type NativeConnection, type WorkerInterceptors, type WorkerOptions } from '@temporalio/worker';
import type { Capacity } from '../runtime/capacity';
import { deliveryTaskQueue, reportTaskQueue } from '../workflow-names/workflow-messages';
import { encodeIdentity, type EncryptingCodec } from '../runtime/payload-codec';
import type { FirstAttempts } from './first-attempts';
import type { RequestsInProgress } from './measured-connectors';
import { ownActivities } from './own-activities';
import { partyLogInterceptor } from './party-log-interceptor';
import { STICKY_TIMEOUT_MS, startedInterceptor, type PendingWorkflowTasks } from './pending-workflow-tasks';

export interface WorkerInput {
  connection: NativeConnection;
  namespace: string;
  taskQueue: string;
  activities: object;
  codec: EncryptingCodec;
  pendingTasks?: PendingWorkflowTasks;
  /** Set in a process that traces. */
  tracing?: Pick<WorkerOptions, 'interceptors' | 'sinks'> | undefined;
}

/** Concurrency limits of the workflow worker; `runtime/capacity.ts` gives the reasons. */
export function workerLimits(capacity: Capacity) {
  return {
    maxConcurrentWorkflowTaskExecutions: capacity.WORKFLOW_TASK_SLOTS,
    maxConcurrentWorkflowTaskPolls: capacity.WORKFLOW_TASK_POLLERS,
    maxConcurrentLocalActivityExecutions: capacity.LOCAL_ACTIVITY_SLOTS,
    maxConcurrentActivityTaskExecutions: capacity.ACTIVITY_SLOTS,
    maxCachedWorkflows: capacity.WORKFLOW_CACHE,
  };
}

/** Free workflow task slots, without those of pollers. A task holds its slot until its local activity ends. */
function freeTaskSlots({ WORKFLOW_TASK_SLOTS, WORKFLOW_TASK_POLLERS }: Capacity, running: number): number {
  // With few slots, at most half of them count as polling, so that some work is always dispatched.
  const polling = Math.min(WORKFLOW_TASK_POLLERS, Math.floor(WORKFLOW_TASK_SLOTS / 2));
  return WORKFLOW_TASK_SLOTS - polling - running;
}

interface Running {
  inProgress: RequestsInProgress;
  firstAttempts: FirstAttempts;
}

/**
 * Reads how much of a worker is used, for the dispatcher of commands: by workflow tasks, local activities and first attempts.
 * Those that wait for a connector hold a slot, but do not use the processor.
 */
export function getUsage(worker: Worker, capacity: Capacity, { inProgress, firstAttempts }: Running) {
  const running = (): number => {
    const { numInFlightWorkflowActivations, numInFlightLocalActivities } = worker.getStatus();
    return numInFlightWorkflowActivations + numInFlightLocalActivities + firstAttempts.count;
  };
  return {
    firstAttempts,
    freeSlots: () => freeTaskSlots(capacity, running()),
    countRunning: () => Math.max(0, running() - inProgress.count),
  };
}

/** The workflow sandbox reads no settings, so the build makes one bundle with encrypted failures and one without. */
const getBundlePath = ({ isWriting }: EncryptingCodec): string =>
  join(__dirname, '..', isWriting ? 'workflow-bundle-encrypted.js' : 'workflow-bundle.js');

/**
 * Creates the worker of all workflows and activities. It uses the prebuilt bundle, which has no tracing interceptors; where
 * the process traces, or the bundle is missing, it bundles the workflows itself.
 */
export async function createWorker(input: WorkerInput, capacity: Capacity): Promise<Worker> {
  const { tracing } = input;
  const bundle = getBundlePath(input.codec);
  const isPrebuilt = existsSync(bundle) && !tracing;
  const { workflows, ownModules } = isPrebuilt ? prebuilt(bundle) : bundleNow();
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

const prebuilt = (codePath: string) => ({ workflows: { workflowBundle: { codePath } }, ownModules: [] });

/** Bundles as `scripts/build.mjs` does: application modules are evaluated once and shared. */
function bundleNow() {
  const workflowsPath = require.resolve('../workflows/index');
  const ownModules = [require.resolve('../workflows/interceptors')];
  const bundlerOptions = { preloadModules: [workflowsPath, ...ownModules] };
  return { workflows: { workflowsPath, bundlerOptions }, ownModules };
}

/** Creates the worker of webhook retries, so that slow endpoints never use the slots of payments. */
export function createDeliveryWorker(input: WorkerInput, { DELIVERY_SLOTS }: Capacity): Promise<Worker> {
  return createActivityWorker({ ...input, taskQueue: deliveryTaskQueue(input.taskQueue) }, { slots: DELIVERY_SLOTS });
}

/** Creates the worker that builds report files; most of its activities wait in a queue. */
export function createReportWorker(input: WorkerInput, { REPORT_SLOTS }: Capacity): Promise<Worker> {
  return createActivityWorker({ ...input, taskQueue: reportTaskQueue(input.taskQueue) }, { slots: REPORT_SLOTS });
}

function createActivityWorker(input: WorkerInput, { slots }: { slots: number }): Promise<Worker> {
  return open(input, {
    interceptors: activityInterceptors(input),
    maxConcurrentActivityTaskExecutions: slots,
    // Activities still running after this are cancelled, and Temporal retries them.
    shutdownGraceTime: '2 s',
  });
}

/** Creates every worker, so that all of them encode payloads as the clients do. */
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
  pendingTasks,
  taskQueue,
  tracing,
}: Pick<WorkerInput, 'pendingTasks' | 'taskQueue' | 'tracing'>): Pick<WorkerInterceptors, 'activity'> {
  const started = pendingTasks ? [startedInterceptor(pendingTasks)] : [];
  const own = [ownActivities(taskQueue), ...started, partyLogInterceptor];
  return { activity: [...own, ...(tracing?.interceptors?.activity ?? [])] };
}
