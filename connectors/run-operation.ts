import { AcquirerRefusal, NoAnswer } from './acquirer-http';
import { ConnectorUnavailable, type OperationRequest, type Unknown } from './connector';
import { Deadline } from './deadline';

/**
 * Runs an operation's calls within its timeout.
 * @param explain the outcome of a failed call, or the error to throw
 */
export async function runOperation<Outcome, Failed>(
  { timeoutMs, signal }: OperationRequest,
  call: (deadline: Deadline) => Promise<Outcome>,
  explain: (error: unknown) => Failed,
): Promise<Outcome | Failed | Unknown> {
  signal?.throwIfAborted();
  const deadline = new Deadline(timeoutMs);
  try {
    return await deadline.limit(call(deadline), signal);
  } catch (error) {
    return explain(error);
  }
}

/**
 * Runs the calls of an operation whose outcome is unknown if an answer was lost, or if the acquirer has its key from another
 * request: either the operation was blocked, or an earlier, different request may hold money.
 * @throws ConnectorUnavailable, ConnectorRejection
 */
export function readOutcome<Outcome>(
  request: OperationRequest,
  call: (deadline: Deadline) => Promise<Outcome>,
): Promise<Outcome | Unknown> {
  return runOperation(request, call, (error): Unknown => {
    const isUnknown = error instanceof AcquirerRefusal ? error.refused.isKeyUsed : error instanceof NoAnswer;
    if (isUnknown) return { kind: 'unknown' };
    throw error;
  });
}

/** Returns the outcome of a look-up that is decided. @throws ConnectorUnavailable: the look-up is repeated later */
export function requireOutcome<Outcome extends { kind: string }>(outcome: Outcome): Exclude<Outcome, Unknown> {
  if (outcome.kind !== 'unknown') return outcome as Exclude<Outcome, Unknown>;
  throw new ConnectorUnavailable('The connector has no outcome of the operation yet');
}
