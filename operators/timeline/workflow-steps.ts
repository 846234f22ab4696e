import type { Client } from '@temporalio/client';
import type { WorkflowRun, WorkflowStep } from '../../domain/operators/timeline/timeline';
import type { EncryptingCodec } from '../../runtime/payload-codec';
import { historySteps, pendingSteps } from './history-steps';

/** A workflow has several runs if it was recovered or continued as new. */
const MAX_RUNS = 10;
export const MAX_WORKFLOWS = 20;
const ENGINE_TIMEOUT_MS = 5_000;

/** Access to Temporal and the codec of its payloads. */
export interface HistorySource {
  client: () => Promise<Client>;
  codec: () => Promise<EncryptingCodec>;
}

/**
 * Reads the steps of workflows; missing workflows are skipped.
 * @throws if Temporal is unavailable, or histories are encrypted with an unknown key
 */
export async function readWorkflowSteps(
  source: HistorySource,
  workflowIDs: readonly string[],
): Promise<WorkflowStep[]> {
  const [client, codec] = [await source.client(), await source.codec()];
  const steps: WorkflowStep[] = [];
  for (const workflowID of workflowIDs.slice(0, MAX_WORKFLOWS)) {
    await client.withDeadline(Date.now() + ENGINE_TIMEOUT_MS, async () => {
      for (const run of await readRuns(client, workflowID)) steps.push(...(await readSteps({ client, codec }, run)));
    });
  }
  return steps;
}

/** The list of runs is eventually consistent, so the newest run is described by its id. */
async function readRuns(client: Client, workflowID: string): Promise<WorkflowRun[]> {
  const newest = await orMissing(client.workflow.getHandle(workflowID).describe());
  if (!newest) return [];
  const runIDs = new Set([newest.runId]);
  const query = `WorkflowId = "${workflowID.replace(/["\\]/g, '')}"`;
  for await (const { runId } of client.workflow.list({ query, pageSize: MAX_RUNS })) {
    runIDs.add(runId);
    if (runIDs.size === MAX_RUNS) break;
  }
  return [...runIDs].map((runID) => ({ workflowID, runID }));
}

async function readSteps(
  { client, codec }: { client: Client; codec: EncryptingCodec },
  run: WorkflowRun,
): Promise<WorkflowStep[]> {
  const handle = client.workflow.getHandle(run.workflowID, run.runID);
  const history = await orMissing(handle.fetchHistory());
  const description = await orMissing(handle.describe());
  await codec.decryptWithin({ history, pending: description?.raw.pendingActivities });
  return [...(history ? historySteps(history, run) : []), ...(description ? pendingSteps(description, run) : [])];
}

/** A history is deleted when its retention ends. */
async function orMissing<Answer>(result: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await result;
  } catch (error) {
    if ((error as Error).name === 'WorkflowNotFoundError') return undefined;
    throw error;
  }
}
