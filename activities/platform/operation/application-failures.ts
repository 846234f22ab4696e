import { ApplicationFailure, CancelledFailure, log } from '@temporalio/activity';
import { ConnectorMisuse, ConnectorUnavailable } from '../../../connectors/connector';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { failureTypes } from '../../../workflow-names/workflow-messages';
import { OutcomeUnknown, DatabaseUnavailable } from '../../../store/postgres/database-failure';

/** Expected errors: a retry looks up what was done. */
const EXPECTED = [ApplicationFailure, CancelledFailure, ConnectorUnavailable, DatabaseUnavailable, OutcomeUnknown];

/**
 * Runs a step and converts its errors to typed failures, since the workflow sees only the type. A misuse is final; any
 * unexpected error is a defect. Ordinary activities are retried, so that they succeed once the defect is fixed; a local
 * first attempt fails.
 */
export async function toApplicationFailures<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toFailure(error);
  }
}

function toFailure(error: unknown): unknown {
  if (error instanceof ConnectorMisuse) return ApplicationFailure.nonRetryable(error.message, error.name);
  if (error instanceof Refusal && error.code === 'notFound')
    return ApplicationFailure.nonRetryable(error.message, failureTypes.inputContradicted);
  if (EXPECTED.some((expected) => error instanceof expected) || isAborted(error)) return error;
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  log.error('a step failed by a defect', { reason: message });
  return ApplicationFailure.create({
    type: failureTypes.defect,
    message,
    ...(error instanceof Error ? { cause: error } : {}),
  });
}

/** The worker is shutting down, or the activity was cancelled. */
function isAborted(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
