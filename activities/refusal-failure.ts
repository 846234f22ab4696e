import { ApplicationFailure } from '@temporalio/activity';
import { Refusal } from '../domain/errors/refusal';

/**
 * Runs what an operator commanded. What a rule refuses is final: it fails the workflow under the refusal's code, and the
 * operator mends the command and starts another.
 */
export async function orRefused<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) throw ApplicationFailure.nonRetryable(error.message, error.code);
    throw error;
  }
}
