import { ApplicationFailure } from '@temporalio/activity';
import { Refusal } from '../domain/platform/errors/refusal';

/**
 * Runs an operator's command. A refusal fails the workflow with the refusal's code; the operator corrects the command and
 * starts another.
 */
export async function failOnRefusal<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) throw ApplicationFailure.nonRetryable(error.message, error.code);
    throw error;
  }
}
