import { ApplicationFailure, log } from '@temporalio/activity';
import { ConnectorMisuse, type NotFound, type Unknown } from '../../../connectors/connector';
import { ConnectorRejection, type RejectionFact } from '../../../connectors/connector-rejection';

/** Whether an earlier attempt may have reached the connector, so that its result is looked up first. */
export type OperationAttempt = 'first' | 'repeated';

/** An operation of a connector: its id, and how to send it and look it up. */
export interface ConnectorOperation<Outcome> {
  operationID: string;
  send(): Promise<Outcome>;
  lookUp(): Promise<Outcome | NotFound>;
  /** Whether a decline may mean that it was done before. */
  isDeclineLookedUp?: boolean;
  /** Whether an unknown operation must not be sent: its connector accepted it before, or no longer remembers its id. */
  isOnlyLookedUp?: boolean;
}

/** The connector rejects the request as invalid and does not know the operation: it never happened. */
export interface Misused {
  kind: 'misused';
}

/** The acquirer refuses the request by validation: nothing was done, so there is nothing to look up or to void. */
export interface Rejected {
  kind: 'rejected';
  fact: RejectionFact;
}

/** Executes an authorisation or verification exactly once; a refusal by validation is its result. */
export function carryOutOpening<Outcome extends { kind: string }>(
  operation: ConnectorOperation<Outcome>,
  attempt: OperationAttempt,
): Promise<Exclude<Outcome | Rejected, Unknown> | Misused> {
  const send = () => operation.send().catch((error: unknown) => toRejected(error, operation.operationID, attempt));
  return carryOut<Outcome | Rejected>({ ...operation, send }, attempt);
}

/** A request that was not sent now may have been sent differently before. */
function toRejected(error: unknown, operationID: string, attempt: OperationAttempt): Rejected {
  if (!(error instanceof ConnectorRejection) || (error.isUnsent && attempt === 'repeated')) throw error;
  const { message, fact } = error;
  log.error('a connector refuses an operation by validation', { operationID, reason: message, ...fact });
  return { kind: 'rejected', fact };
}

/**
 * Executes an operation exactly once: a repeated attempt looks it up first, and a misuse is looked up afterwards, because
 * an earlier attempt may have succeeded.
 * @throws a retryable failure if there is no response: the next attempt looks the operation up
 */
export async function carryOut<Outcome extends { kind: string }>(
  operation: ConnectorOperation<Outcome>,
  attempt: OperationAttempt,
): Promise<Exclude<Outcome, Unknown> | Misused> {
  const found = attempt === 'repeated' ? await operation.lookUp() : undefined;
  if (found && !isNotFound(found)) return requireDecided(found);
  if (found && operation.isOnlyLookedUp) throw mustNotRepeat(operation.operationID);
  try {
    const outcome = requireDecided(await operation.send());
    return outcome.kind === 'declined' && operation.isDeclineLookedUp
      ? await confirmDecline(operation, outcome)
      : outcome;
  } catch (error) {
    if (!(error instanceof ConnectorMisuse)) throw error;
    log.error('a connector rejects an operation as invalid', {
      operationID: operation.operationID,
      reason: error.message,
    });
  }
  const known = await operation.lookUp();
  return isNotFound(known) ? { kind: 'misused' } : requireDecided(known);
}

/** Returns the decline, unless the operation was done before. */
async function confirmDecline<Outcome extends { kind: string }>(
  operation: ConnectorOperation<Outcome>,
  declined: Exclude<Outcome, Unknown>,
): Promise<Exclude<Outcome, Unknown>> {
  const found = await operation.lookUp();
  return found.kind === 'approved' || found.kind === 'contradicted' ? requireDecided(found) : declined;
}

function mustNotRepeat(operationID: string): ApplicationFailure {
  log.error('a connector does not know an operation that must not be sent again', { operationID });
  return ApplicationFailure.retryable(
    'the connector does not know an operation that must not be sent again',
    'OutcomeUnknown',
  );
}

function isNotFound(found: { kind: string }): found is NotFound {
  return found.kind === 'notFound';
}

function requireDecided<Outcome extends { kind: string }>(outcome: Outcome): Exclude<Outcome, Unknown> {
  if (outcome.kind === 'unknown') {
    throw ApplicationFailure.retryable('the connector did not respond', 'OutcomeUnknown');
  }
  return outcome as Exclude<Outcome, Unknown>;
}
