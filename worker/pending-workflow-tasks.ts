import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { signals, workflowTypes } from '../workflow-names/workflow-messages';
import type { PreparedCommand } from './first-attempts';

/**
 * How long a workflow's next task waits for the worker that has the workflow in its cache. A killed worker delays a payment
 * by this; a live one takes a task within milliseconds.
 */
export const STICKY_TIMEOUT_MS = 3_000;
/**
 * Temporal dispatches in order, so an entry this much older than one that has started is not in this worker's queue. If
 * nothing starts for this long, the entries belong to another worker or have nothing to do.
 */
const AHEAD_MS = 500;

/**
 * Workflows with a delivered command that this worker has not started. Temporal holds their tasks in the worker's sticky
 * queue; a task that times out there is requeued behind newer ones. So this queue is kept short, and other commands wait
 * in the outbox, which keeps their order.
 */
export class PendingWorkflowTasks {
  private readonly dispatchingIDs = new Set<string>();
  private readonly waitingSince = new Map<string, number>();
  private lastStartedMs = -Infinity;

  /** @param now a monotonic clock in milliseconds */
  constructor(private readonly now: () => number = () => performance.now()) {}

  get count(): number {
    const nowMs = this.now();
    this.forgetUntil(nowMs - (nowMs - this.lastStartedMs > AHEAD_MS ? AHEAD_MS : STICKY_TIMEOUT_MS));
    return this.waitingSince.size;
  }

  /** Is called before a command is delivered. */
  dispatching(workflowID: string): void {
    this.dispatchingIDs.add(workflowID);
  }

  /** Is called after the delivery; `isTask` says whether an activity follows. */
  dispatched(workflowID: string, { isTask }: { isTask: boolean }): void {
    const hasStarted = !this.dispatchingIDs.delete(workflowID);
    if (!isTask || hasStarted) return;
    this.waitingSince.delete(workflowID);
    this.waitingSince.set(workflowID, this.now());
  }

  /** Is called when the worker starts an activity of the workflow. */
  started(workflowID: string): void {
    const since = this.waitingSince.get(workflowID);
    if (this.dispatchingIDs.delete(workflowID) || since !== undefined) this.lastStartedMs = this.now();
    if (since === undefined) return;
    this.waitingSince.delete(workflowID);
    this.forgetUntil(since - AHEAD_MS);
  }

  /** The map is ordered by time. */
  private forgetUntil(latestMs: number): void {
    for (const [workflowID, sinceMs] of this.waitingSince) {
      if (sinceMs > latestMs) return;
      this.waitingSince.delete(workflowID);
    }
  }
}

/**
 * Whether a workflow runs an activity immediately after the delivery. A workflow may ignore a callback, and a destination
 * may wait for an operator.
 */
export function isStartedByActivity({ command, isAnswered = false }: PreparedCommand): boolean {
  if (isAnswered) return false;
  if (command.kind !== 'start') return command.signal === signals.holdDecided;
  return command.workflowType !== workflowTypes.destination;
}

export function startedInterceptor(tasks: PendingWorkflowTasks): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      execute: (input, next) => {
        if (info.workflowExecution) tasks.started(info.workflowExecution.workflowId);
        return next(input);
      },
    },
  });
}
