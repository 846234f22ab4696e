import { WorkflowNotFoundError, type Client } from '@temporalio/client';

/** The SDK's names; other workflows are running or continued as a new run. */
const ENDED: ReadonlySet<string> = new Set(['COMPLETED', 'FAILED', 'CANCELLED', 'TERMINATED', 'TIMED_OUT']);

export interface OpenRun {
  runID: string;
  startedAt: Date;
  /** The attempt of the workflow task that waits for a worker or runs; undefined if there is none. */
  taskAttempt: number | undefined;
}

/** Describes the open run of a workflow. @returns undefined if it has none @throws when Temporal does not respond */
export async function describeOpenRun(client: Client, idAtEngine: string): Promise<OpenRun | undefined> {
  try {
    const { status, runId: runID, startTime: startedAt, raw } = await client.workflow.getHandle(idAtEngine).describe();
    if (ENDED.has(status.name)) return undefined;
    return { runID, startedAt, taskAttempt: raw.pendingWorkflowTask?.attempt ?? undefined };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}

/** Ends a run for its reason; one that has ended stays as it is. */
export async function terminateRun(
  client: Client,
  { idAtEngine, runID, reason }: { idAtEngine: string; runID: string; reason: string },
): Promise<void> {
  try {
    await client.workflow.getHandle(idAtEngine, runID).terminate(reason);
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
