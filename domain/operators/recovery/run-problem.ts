/** Why an open entity needs a new run of its workflow: it has none, its task fails each time, or it misses its deadline. */
export type RunProblem = 'missing' | 'taskFails' | 'overdue';

/** The run of an open entity's workflow, as Temporal describes it. */
export interface DescribedRun {
  startedAt: Date;
  /** The attempt of the workflow task that waits for a worker or runs; undefined if there is none. */
  taskAttempt: number | undefined;
}

/** Temporal repeats a failed task with backoff; the fifth attempt comes about a minute after the first. */
const MAX_TASK_ATTEMPTS = 5;
/** A new run has this long for what is due. */
const MIN_RUN_MS = 180_000;

/** A first task that waits for a worker is no problem of its run. @param run undefined if the workflow has ended or is unknown */
export function findRunProblem(
  run: DescribedRun | undefined,
  { isOverdue, now }: { isOverdue: boolean; now: Date },
): RunProblem | undefined {
  if (!run) return 'missing';
  if ((run.taskAttempt ?? 0) >= MAX_TASK_ATTEMPTS) return 'taskFails';
  const isStandingStill = run.taskAttempt === undefined && now.getTime() - run.startedAt.getTime() > MIN_RUN_MS;
  return isOverdue && isStandingStill ? 'overdue' : undefined;
}
