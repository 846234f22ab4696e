import { ConnectorUnavailable, type Declined, type OperationRequest, type Unknown } from '../connector';
import type { StatedTimes } from '../pending';
import { Deadline } from '../deadline';
import { NoAnswer, YooKassaRefusal } from './yookassa-client';
import { ConnectorMisuse } from '../connector';

/** The parameter of a refusal because the key belongs to another request. */
const KEY_PARAMETER = 'Idempotence-Key';

/**
 * Runs an operation's calls within its timeout. A used key is unknown: either the operation was blocked, or an earlier,
 * different request may hold money.
 * @throws ConnectorUnavailable, ConnectorMisuse
 */
export async function readOutcome<Outcome>(
  { timeoutMs, signal }: OperationRequest,
  call: (deadline: Deadline) => Promise<Outcome>,
): Promise<Outcome | Declined | Unknown> {
  signal?.throwIfAborted();
  const deadline = new Deadline(timeoutMs);
  try {
    return await deadline.limit(call(deadline), signal);
  } catch (error) {
    if (error instanceof NoAnswer) return { kind: 'unknown' };
    if (isKeyUsed(error)) return { kind: 'unknown' };
    if (error instanceof YooKassaRefusal) throw new ConnectorMisuse(error.message);
    throw error;
  }
}

export function isKeyUsed(error: unknown): boolean {
  return error instanceof YooKassaRefusal && error.parameter === KEY_PARAMETER;
}

/** Converts an undecided look-up, which is repeated later. */
export function decided<Outcome extends { kind: string }>(outcome: Outcome): Exclude<Outcome, Unknown> {
  if (outcome.kind !== 'unknown') return outcome as Exclude<Outcome, Unknown>;
  throw new ConnectorUnavailable('YooKassa has no outcome of the operation yet');
}

/** An object that YooKassa does not have is undefined. */
export async function orMissing<Found>(found: Promise<Found>): Promise<Found | undefined> {
  return found.catch((error: unknown) => {
    if (error instanceof YooKassaRefusal && error.status === 404) return undefined;
    throw error;
  });
}

/** YooKassa remembers keys for 24 hours; an hour less allows for clocks and requests under way. */
export const YOOKASSA_TIMES: StatedTimes = { idempotencyMs: 23 * 60 * 60 * 1_000 };
