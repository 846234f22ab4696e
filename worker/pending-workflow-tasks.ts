import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { signals, workflowTypes } from '../domain/workflow-messages';
import type { Command } from '../store/change-log';

/**
 * For how long the next task of a workflow waits for the worker that has it in memory, before any other takes it. A worker that was
 * killed delays a payment by so much; one that is alive takes a task within milliseconds, and where it is too busy for so
 * long, another may as well read the history.
 */
export const STICKY_TIMEOUT_MS = 3_000;
/**
 * The line is served in its order: what was given so much before one that has begun does not stand in it. And where nobody of it begins
 * for so long, it is somebody else's line, or has nothing to do.
 */
const AHEAD_MS = 500;

/**
 * Workflows for which a command was given to the engine, and with which this worker has not begun since. They stand in a line that the
 * engine keeps for the worker; whoever stands there for longer than it keeps them loses his turn, and is overtaken by all that are new.
 * So the line is kept short, and what is left waits in the outbox, which knows turns.
 */
export class PendingWorkflowTasks {
  private readonly given = new Set<string>();
  private readonly waitingSince = new Map<string, number>();
  private lastStartedMs = -Infinity;

  /** @param now milliseconds that only grow */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** How many stand in the line. */
  get count(): number {
    const nowMs = this.now();
    this.forgetUntil(nowMs - (nowMs - this.lastStartedMs > AHEAD_MS ? AHEAD_MS : STICKY_TIMEOUT_MS));
    return this.waitingSince.size;
  }

  /** A command for the workflow is on its way to the engine. */
  dispatching(workflowID: string): void {
    this.given.add(workflowID);
  }

  /** The engine has it; `isTask`: an activity follows. */
  dispatched(workflowID: string, { isTask }: { isTask: boolean }): void {
    const hasStarted = !this.given.delete(workflowID);
    if (!isTask || hasStarted) return;
    this.waitingSince.delete(workflowID);
    this.waitingSince.set(workflowID, this.now());
  }

  /** The worker does something for the workflow. */
  started(workflowID: string): void {
    const since = this.waitingSince.get(workflowID);
    if (this.given.delete(workflowID) || since !== undefined) this.lastStartedMs = this.now();
    if (since === undefined) return;
    this.waitingSince.delete(workflowID);
    this.forgetUntil(since - AHEAD_MS);
  }

  /** Those that came first stand first. */
  private forgetUntil(latestMs: number): void {
    for (const [workflowID, sinceMs] of this.waitingSince) {
      if (sinceMs > latestMs) return;
      this.waitingSince.delete(workflowID);
    }
  }
}

/**
 * Whether a workflow does an activity as soon as it begins with a command. One that a callback wakes may only take note of it, and a
 * destination may wait for an operator.
 */
export function isStartedByActivity(command: Command): boolean {
  if (command.kind === 'signal') return command.signal === signals.holdDecided;
  return command.kind === 'start' && command.workflowType !== workflowTypes.destination;
}

/** Tells of each activity as it begins. */
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
