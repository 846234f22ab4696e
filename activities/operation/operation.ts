import { ApplicationFailure, log } from '@temporalio/activity';
import { ConnectorMisuse, type NotFound, type Unknown } from '../../connectors/connector';

/** Whether an earlier attempt may have reached the connector: then what it already did is found out first. */
export type Attempt = 'first' | 'repeated';

/** One operation of a connector: under which name, how it is sent and how it is asked after. */
export interface Operation<Outcome> {
  operationID: string;
  send(): Promise<Outcome>;
  lookUp(): Promise<Outcome | NotFound>;
  /** Whether a decline may only say that it was done before. */
  isDeclineLookedUp?: boolean;
}

/** The connector refuses to understand the operation, and knows of none by that name: it has not happened and never will. */
export interface Misused {
  kind: 'misused';
}

/**
 * Has an operation done once. What an earlier attempt may have sent is looked up first. So is, afterwards, what the
 * connector refuses to understand: a defect of ours, for an operator to see, but an operation of that name may have
 * happened before, and only the connector knows.
 * @throws a retryable failure where the connector gave no answer: the next attempt looks the operation up
 */
export async function carryOut<Outcome extends { kind: string }>(
  operation: Operation<Outcome>,
  attempt: Attempt,
): Promise<Exclude<Outcome, Unknown> | Misused> {
  const found = attempt === 'repeated' ? await operation.lookUp() : undefined;
  if (found && !isNotFound(found)) return answered(found);
  try {
    const outcome = answered(await operation.send());
    return outcome.kind === 'declined' && operation.isDeclineLookedUp ? await believed(operation, outcome) : outcome;
  } catch (error) {
    if (!(error instanceof ConnectorMisuse)) throw error;
    log.error('a connector refuses to understand an operation', {
      operationID: operation.operationID,
      reason: error.message,
    });
  }
  const known = await operation.lookUp();
  return isNotFound(known) ? { kind: 'misused' } : answered(known);
}

/** A decline, unless the connector says that the operation was done. */
async function believed<Outcome extends { kind: string }>(
  operation: Operation<Outcome>,
  declined: Exclude<Outcome, Unknown>,
): Promise<Exclude<Outcome, Unknown>> {
  const found = await operation.lookUp();
  return found.kind === 'approved' ? answered(found) : declined;
}

function isNotFound(found: { kind: string }): found is NotFound {
  return found.kind === 'notFound';
}

function answered<Outcome extends { kind: string }>(outcome: Outcome): Exclude<Outcome, Unknown> {
  if (outcome.kind === 'unknown') {
    throw ApplicationFailure.retryable('the connector gave no answer', 'OutcomeUnknown');
  }
  return outcome as Exclude<Outcome, Unknown>;
}
