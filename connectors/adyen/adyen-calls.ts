import { type OperationRequest, type Unknown } from '../connector';
import { ConnectorRejection } from '../connector-rejection';
import type { Deadline } from '../deadline';
import { runOperation } from '../run-operation';
import { NoAnswer } from '../acquirer-http';
import { AdyenRefusal } from './adyen-client';

/** Runs an operation's calls within its timeout. @throws ConnectorUnavailable, ConnectorRejection */
export function readOutcome<Outcome>(
  request: OperationRequest,
  call: (deadline: Deadline) => Promise<Outcome>,
): Promise<Outcome | Unknown> {
  return runOperation(request, call, explain);
}

function explain(error: unknown): Unknown {
  if (error instanceof NoAnswer) return { kind: 'unknown' };
  throw error instanceof AdyenRefusal ? new ConnectorRejection(error.message, error.fact) : error;
}
