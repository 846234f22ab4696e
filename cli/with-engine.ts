import { type Client, WorkflowFailedError, WorkflowUpdateFailedError } from '@temporalio/client';
import { Engine } from '../operators/engine';
import { loadEnvironment } from '../runtime/environment';
import { operatorName } from './with-store';

/** A workflow that an operator starts, as from Temporal UI. */
export interface StartedCommand {
  /** The key under which the command acts once: started again under the same id, it finds what it did. */
  workflowID: string;
  workflowType: string;
  input: unknown;
}

/** Runs one command with the engine at hand, and closes the connection after. @throws Error with a refusal's code and words */
export async function withEngine<Result>(
  work: (engine: { client: Client; taskQueue: string }) => Promise<Result>,
): Promise<Result> {
  const environment = loadEnvironment();
  const engine = new Engine(environment, operatorName());
  try {
    const client = await engine.client();
    return await work({ client, taskQueue: environment.TEMPORAL_TASK_QUEUE_PREFIX });
  } catch (error) {
    throw worded(error);
  } finally {
    await engine.close();
  }
}

/** Starts an operator's workflow and waits for what it did. @throws Error with the refusal's code and words */
export function carryOut<Outcome extends object>(command: StartedCommand): Promise<Outcome> {
  const { workflowID, workflowType, input } = command;
  return withEngine(
    async ({ client, taskQueue }) =>
      (await client.workflow.execute(workflowType, { workflowId: workflowID, taskQueue, args: [input] })) as Outcome,
  );
}

/** A failed workflow, or a refused update, says why in its innermost cause: a refusal with its code as type. */
function worded(error: unknown): unknown {
  if (!(error instanceof WorkflowFailedError || error instanceof WorkflowUpdateFailedError)) return error;
  let cause: { message: string; type?: string | null; cause?: unknown } = error;
  while (cause.cause instanceof Error) cause = cause.cause;
  return new Error(cause.type ? `${cause.type}: ${cause.message}` : cause.message);
}
