import { ActivityFailure, ApplicationFailure, TemporalFailure, isCancellation } from '@temporalio/workflow';
import { failureTypes } from '../../../workflow-names/workflow-messages';

/**
 * Returns the result of an attempt, or undefined after an expected error (`activities/platform/operation/application-failures.ts`),
 * so that the caller continues with a look-up.
 * A defect is rethrown: it fails the workflow visibly, and the run that replaces it looks up first.
 */
export async function resultOrUndefined<Result>(attempt: Promise<Result>): Promise<Result | undefined> {
  try {
    return await attempt;
  } catch (error) {
    // Ordinary activities wrap their failure, local ones do not.
    const failure = error instanceof ActivityFailure ? error.cause : error;
    if (!(failure instanceof TemporalFailure) || isCancellation(error) || isDefect(failure)) throw error;
    return undefined;
  }
}

function isDefect(error: unknown): boolean {
  return error instanceof ApplicationFailure && error.type === failureTypes.defect;
}
