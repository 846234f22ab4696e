import { ApplicationFailure, CancelledFailure, log } from '@temporalio/activity';
import { ConnectorMisuse, ConnectorUnavailable } from '../../connectors/connector';
import { failureTypes } from '../../domain/workflow-messages';
import { OutcomeUnknown, DatabaseUnavailable } from '../../store/database-failure';

/** What is known to happen: a later attempt looks up what was done, and goes on. */
const EXPECTED = [ApplicationFailure, CancelledFailure, ConnectorUnavailable, DatabaseUnavailable, OutcomeUnknown];

/**
 * Runs a step of a workflow and names its failure, because the workflow sees nothing of an error but its name. A misuse
 * that the step could not end by itself is final. Whatever is not expected is a defect, for operators to see: an ordinary
 * activity is tried again, so that it goes on once the defect is mended, and a first attempt fails its workflow.
 */
export async function toApplicationFailures<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw named(error);
  }
}

function named(error: unknown): unknown {
  if (error instanceof ConnectorMisuse) return ApplicationFailure.nonRetryable(error.message, error.name);
  if (EXPECTED.some((expected) => error instanceof expected) || isAborted(error)) return error;
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  log.error('a step met a defect', { reason: message });
  return ApplicationFailure.create({
    type: failureTypes.defect,
    message,
    ...(error instanceof Error ? { cause: error } : {}),
  });
}

/** The worker stops, or the activity was cancelled: what it waited for was cut off. */
function isAborted(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
