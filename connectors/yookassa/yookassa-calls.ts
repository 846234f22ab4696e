import { type OperationRequest, type Unknown } from '../connector';
import { ConnectorRejection } from '../connector-rejection';
import type { Deadline } from '../deadline';
import type { StatedTimes } from '../pending';
import { runOperation } from '../run-operation';
import { NoAnswer } from '../acquirer-http';
import { YooKassaRefusal } from './yookassa-client';

/** The parameter of a refusal because the key belongs to another request. */
const KEY_PARAMETER = 'Idempotence-Key';

/**
 * Runs an operation's calls within its timeout. A used key is unknown: either the operation was blocked, or an earlier,
 * different request may hold money.
 * @throws ConnectorUnavailable, ConnectorRejection
 */
export function readOutcome<Outcome>(
  request: OperationRequest,
  call: (deadline: Deadline) => Promise<Outcome>,
): Promise<Outcome | Unknown> {
  return runOperation(request, call, explain);
}

function explain(error: unknown): Unknown {
  if (error instanceof NoAnswer || isKeyUsed(error)) return { kind: 'unknown' };
  throw error instanceof YooKassaRefusal ? new ConnectorRejection(error.message, error.fact) : error;
}

export function isKeyUsed(error: unknown): boolean {
  return error instanceof YooKassaRefusal && error.fact.parameter === KEY_PARAMETER;
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
