import type { ActivityInterceptorsFactory } from '@temporalio/worker';

/**
 * For how long the next task of a workflow waits for the worker that has it in memory, before any other takes it. A worker that was
 * killed delays a payment by so much; one that is alive takes a task within milliseconds, and where it is too busy for so
 * long, another may as well read the history.
 */
export const STICKY_TIMEOUT_MS = 3_000;
/** The line is served in its order: what was given so much before one that has begun does not stand in it. */
const AHEAD_MS = 500;

/**
 * Workflows for which a command was given to the engine, and with which this worker has not begun since. They stand in a line that the
 * engine keeps for the worker; whoever stands there for longer than it keeps them loses his turn, and is overtaken by all that are new.
 * So the line is kept short, and what is left waits in the outbox, which knows turns.
 */
export class UnbegunTasks {
  private readonly given = new Set<string>();
  private readonly waitingSince = new Map<string, number>();

  /** @param now milliseconds that only grow */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** How many stand in the line. */
  get count(): number {
    this.forgetUntil(this.now() - STICKY_TIMEOUT_MS);
    return this.waitingSince.size;
  }

  /** A command for the workflow is on its way to the engine. */
  giving(workflowID: string): void {
    this.given.add(workflowID);
  }

  /** The engine has it; `isTask`: the workflow has to do with it. */
  gave(workflowID: string, { isTask }: { isTask: boolean }): void {
    const hasBegun = !this.given.delete(workflowID);
    if (!isTask || hasBegun) return;
    this.waitingSince.delete(workflowID);
    this.waitingSince.set(workflowID, this.now());
  }

  /** The worker does something for the workflow. */
  begun(workflowID: string): void {
    this.given.delete(workflowID);
    const since = this.waitingSince.get(workflowID);
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

/** Tells of each activity as it begins: what payers wait for does one as soon as it begins. */
export function tellsBegun(tasks: UnbegunTasks): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      execute: (input, next) => {
        if (info.workflowExecution) tasks.begun(info.workflowExecution.workflowId);
        return next(input);
      },
    },
  });
}
