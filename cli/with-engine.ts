import {
  type Client,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
  WorkflowUpdateFailedError,
} from '@temporalio/client';
import { TemporalGateway } from '../operators/temporal-gateway';
import { loadEnvironment } from '../runtime/environment';
import { operatorName } from './with-store';

/** A workflow that an operator starts. */
export interface StartedCommand {
  /** The idempotency key of the command. */
  workflowID: string;
  workflowType: string;
  input: unknown;
}

/** An open connection to Temporal. */
export interface OpenTemporal {
  client: Client;
  taskQueue: string;
}

/** Runs a command with a connection to Temporal. @throws Error with a refusal's code and message */
export async function withTemporal<Result>(work: (temporal: OpenTemporal) => Promise<Result>): Promise<Result> {
  const environment = loadEnvironment();
  const gateway = new TemporalGateway(environment, operatorName());
  try {
    const client = await gateway.client();
    return await work({ client, taskQueue: environment.TEMPORAL_TASK_QUEUE_PREFIX });
  } catch (error) {
    throw toCommandError(error);
  } finally {
    await gateway.close();
  }
}

/**
 * Starts an operator's workflow, or joins the running one with the same id, and waits for its result.
 * @throws WorkflowFailedError
 */
export async function carryOut(
  { client, taskQueue }: OpenTemporal,
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

/** The innermost cause of a failed workflow or update is a refusal with its code as type. */
function toCommandError(error: unknown): unknown {
  if (!(error instanceof WorkflowFailedError || error instanceof WorkflowUpdateFailedError)) return error;
  let cause: { message: string; type?: string | null; cause?: unknown } = error;
  while (cause.cause instanceof Error) cause = cause.cause;
  return new Error(cause.type ? `${cause.type}: ${cause.message}` : cause.message);
}
