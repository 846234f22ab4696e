import type { Client } from '@temporalio/client';
import type { WorkflowRun, WorkflowStep } from '../../domain/timeline/timeline';
import type { EncryptingCodec } from '../../runtime/payload-codec';
import { historySteps, pendingSteps } from './history-steps';

/** A workflow is started anew where it was lost, and goes on as a new run where its history is long. */
const MAX_RUNS = 10;
export const MAX_WORKFLOWS = 20;
const ENGINE_TIMEOUT_MS = 5_000;

/** The engine, and what reads the payloads that it keeps. */
export interface HistorySource {
  client: () => Promise<Client>;
  codec: () => Promise<EncryptingCodec>;
}

/**
 * Reads what the engine knows of workflows; one that it does not have says nothing.
 * @throws where the engine is away, or what it keeps is encrypted with a key that this process lacks
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

/** The list of runs lags behind by a moment, in which the newest is known by its id. */
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
async function orMissing<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if ((error as Error).name === 'WorkflowNotFoundError') return undefined;
    throw error;
  }
}
