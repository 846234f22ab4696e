import { Client as Engine, Connection, WorkflowNotFoundError } from '@temporalio/client';
import { Client as Database } from 'pg';

/* Where what is left behind is read. Each question has connections of its own: who answers is killed all the time. */

const CONNECTING_MS = 10_000;
const ANSWER_MS = 10_000;

export async function withDatabase<Result>(url: string, work: (client: Database) => Promise<Result>): Promise<Result> {
  const client = new Database({ connectionString: url, connectionTimeoutMillis: CONNECTING_MS });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The work is given the one question that the engine is asked: whether a workflow runs. */
export async function withEngine<Result>(
  address: string,
  work: (isAlive: (workflowID: string) => Promise<boolean>) => Promise<Result>,
): Promise<Result> {
  const connection = await Connection.connect({ address, connectTimeout: CONNECTING_MS });
  try {
    const engine = new Engine({ connection });
    return await work((workflowID) =>
      connection.withDeadline(Date.now() + ANSWER_MS, () => isAlive(engine, workflowID)),
    );
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
