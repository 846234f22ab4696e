import {
  type Client,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
  WorkflowUpdateFailedError,
} from '@temporalio/client';
import { TemporalGateway } from '../operators/temporal-gateway';
import { loadEnvironment } from '../runtime/environment';
import { operatorName } from './with-store';

/** A workflow that an operator starts, as from Temporal UI. */
export interface StartedCommand {
  /** The key under which the command acts once: started again under the same id, it finds what it did. */
  workflowID: string;
  workflowType: string;
  input: unknown;
}

/** The engine as a command works with it. */
export interface OpenEngine {
  client: Client;
  taskQueue: string;
}

/** Runs one command with the engine at hand, and closes the connection after. @throws Error with a refusal's code and words */
export async function withEngine<Result>(work: (engine: OpenEngine) => Promise<Result>): Promise<Result> {
  const environment = loadEnvironment();
  const engine = new TemporalGateway(environment, operatorName());
  try {
    const client = await engine.client();
    return await work({ client, taskQueue: environment.TEMPORAL_TASK_QUEUE_PREFIX });
  } catch (error) {
    throw worded(error);
  } finally {
    await engine.close();
  }
}

/**
 * Starts an operator's workflow and waits for what it did; waits for the one that runs under the same id already.
 * @throws WorkflowFailedError
 */
export async function carryOut(
  { client, taskQueue }: OpenEngine,
  { workflowID, workflowType, input }: StartedCommand,
): Promise<{ outcome: object; isStarted: boolean }> {
  const started = client.workflow.start(workflowType, { workflowId: workflowID, taskQueue, args: [input] });
  const isStarted = await started.then(
    () => true,
    (error: unknown) => {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
      throw error;
    },
  );
  const outcome = (await client.workflow.getHandle(workflowID).result()) as object;
  return { outcome, isStarted };
}

/** A failed workflow, or a refused update, says why in its innermost cause: a refusal with its code as type. */
function worded(error: unknown): unknown {
  if (!(error instanceof WorkflowFailedError || error instanceof WorkflowUpdateFailedError)) return error;
  let cause: { message: string; type?: string | null; cause?: unknown } = error;
  while (cause.cause instanceof Error) cause = cause.cause;
  return new Error(cause.type ? `${cause.type}: ${cause.message}` : cause.message);
}
