import type { WorkflowHandle } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { untilStarted } from './idle-workflow';
import { ARRIVAL_TIMEOUT_MS } from './timeouts';
import { examineHistory } from './workflow-histories';

/** Below the timeout of a test, so that the error names the workflow. */
const RESULT_TIMEOUT_MS = 3 * ARRIVAL_TIMEOUT_MS;

/** Waits for the workflow first, which the dispatcher starts a moment after the transaction. */
export async function readResult(environment: TestWorkflowEnvironment, workflowID: string): Promise<unknown> {
  const handle = environment.client.workflow.getHandle(workflowID);
  await untilStarted(handle);
  const result: unknown = await withTimeout(environment, handle);
  await examineHistory(handle);
  return result;
}

/** Ends the wait for a workflow that does not end, and stops the clock for the next test. */
async function withTimeout({ connection }: TestWorkflowEnvironment, handle: WorkflowHandle): Promise<unknown> {
  const timeout = AbortSignal.timeout(RESULT_TIMEOUT_MS);
  try {
    return await connection.withAbortSignal(timeout, () => handle.result());
  } catch (error) {
    if (!timeout.aborted) throw error;
    // The client could not stop it, because its own request was aborted.
    await connection.testService?.lockTimeSkipping({});
    throw new Error(`${handle.workflowId} has not ended: ${await describePending(handle)}`);
  }
}

async function describePending(handle: WorkflowHandle): Promise<string> {
  const { historyLength, raw } = await handle.describe();
  const pending = raw.pendingActivities?.map(
    ({ activityType, attempt, lastFailure }) => `${activityType?.name} attempt ${attempt}: ${lastFailure?.message}`,
  );
  return `${historyLength} events, pending activities: ${pending?.join(', ') || 'none'}`;
}
