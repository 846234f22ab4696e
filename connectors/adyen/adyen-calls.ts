import {
  ConnectorMisuse,
  ConnectorUnavailable,
  type Declined,
  type OperationRequest,
  type Unknown,
} from '../connector';
import { Deadline } from '../deadline';
import { AdyenRefusal, AdyenSilence } from './adyen-client';

/** Runs an operation's calls within its timeout. @throws ConnectorUnavailable, ConnectorMisuse */
export async function readOutcome<Outcome>(
  { timeoutMs, signal }: OperationRequest,
  call: (deadline: Deadline) => Promise<Outcome>,
): Promise<Outcome | Declined | Unknown> {
  signal?.throwIfAborted();
  const deadline = new Deadline(timeoutMs);
  try {
    return await deadline.limit(call(deadline), signal);
  } catch (error) {
    if (error instanceof AdyenSilence) return { kind: 'unknown' };
    if (error instanceof AdyenRefusal) throw new ConnectorMisuse(error.message);
    throw error;
  }
}

/** Converts an undecided look-up, which is repeated later. */
export function decided<Outcome extends { kind: string }>(outcome: Outcome): Exclude<Outcome, Unknown> {
  if (outcome.kind !== 'unknown') return outcome as Exclude<Outcome, Unknown>;
  throw new ConnectorUnavailable('Adyen has not stated the result of the operation yet');
}
