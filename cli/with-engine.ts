import { type Client, WorkflowFailedError, WorkflowUpdateFailedError } from '@temporalio/client';
import { TemporalGateway } from '../operators/temporal-gateway';
import { loadEnvironment } from '../runtime/environment';
import { operatorName } from './with-store';

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

/** The innermost cause of a failed workflow or update is a refusal with its code as type. */
function toCommandError(error: unknown): unknown {
  if (!(error instanceof WorkflowFailedError || error instanceof WorkflowUpdateFailedError)) return error;
  let cause: { message: string; type?: string | null; cause?: unknown } = error;
  while (cause.cause instanceof Error) cause = cause.cause;
  return new Error(cause.type ? `${cause.type}: ${cause.message}` : cause.message);
}
