import { Client as Engine, Connection, WorkflowNotFoundError } from '@temporalio/client';
import type { Client as Database } from 'pg';
import { withClient } from '../../scripts/services/postgres-client';

/** Reads a platform's data. Each query has its own connection, because the servers are killed all the time. */

const CONNECTING_MS = 10_000;
const ANSWER_MS = 10_000;

export function withDatabase<Result>(url: string, work: (client: Database) => Promise<Result>): Promise<Result> {
  return withClient(url, work, { connectionTimeoutMillis: CONNECTING_MS });
}

/** Runs work with a function that tells whether a workflow is running. */
export function withEngine<Result>(
  address: string,
  work: (isAlive: (workflowID: string) => Promise<boolean>) => Promise<Result>,
): Promise<Result> {
  return connected(address, (engine) =>
    work((workflowID) => engine.withDeadline(Date.now() + ANSWER_MS, () => isAlive(engine, workflowID))),
  );
}

/** The history length of each run of a workflow, in events. */
export function readHistories(address: string, workflowID: string): Promise<number[]> {
  return connected(address, async (engine) => {
    const lengths: number[] = [];
    // Lists do not contain the length of running workflows.
    for await (const { runId } of engine.workflow.list({ query: `WorkflowId = "${workflowID}"` })) {
      lengths.push((await engine.workflow.getHandle(workflowID, runId).describe()).historyLength);
    }
    return lengths;
  });
}

async function connected<Result>(address: string, work: (engine: Engine) => Promise<Result>): Promise<Result> {
  const connection = await Connection.connect({ address, connectTimeout: CONNECTING_MS });
  try {
    return await work(new Engine({ connection }));
  } finally {
    await connection.close();
  }
}

async function isAlive(engine: Engine, workflowID: string): Promise<boolean> {
  try {
    return (await engine.workflow.getHandle(workflowID).describe()).status.name === 'RUNNING';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
