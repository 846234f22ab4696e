import { ActivityFailure, ApplicationFailure, TemporalFailure, isCancellation } from '@temporalio/workflow';
import { failureTypes } from '../../domain/workflow-messages';

/**
 * The answer of an attempt, or undefined where it had none and whoever asked goes on by looking up: it took too long, the
 * connector or the record was away, or the connector did not understand. Those are what activities expect
 * (`activities/operation/application-failures.ts`).
 *
 * Everything else goes through. A defect is no unknown outcome: it fails the workflow, where operators see it, and the run
 * that is started in its place looks up first.
 */
export async function resultOrUndefined<Answer>(attempt: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await attempt;
  } catch (error) {
    // An ordinary activity's failure comes within another, a local one's by itself.
    const failure = error instanceof ActivityFailure ? error.cause : error;
    if (!(failure instanceof TemporalFailure) || isCancellation(error) || isDefect(failure)) throw error;
    return undefined;
  }
}

function isDefect(error: unknown): boolean {
  return error instanceof ApplicationFailure && error.type === failureTypes.defect;
}
