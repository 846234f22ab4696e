import { log } from '@temporalio/activity';
import {
  ConnectorMisuse,
  type Approved,
  type FollowUpOutcome,
  type NotFound,
  type PaymentConnector,
  type Unknown,
  type VoidRequest,
} from '../../../connectors/connector';
import { carryOut, type OperationAttempt, type Misused } from './operation';
import type { ExpectedAmount } from '../../../connectors/stated';
import type { StepDeadline } from './step-deadline';

type Untimed<Request> = Omit<Request, 'timeoutMs'>;

/** A capture or void to send. */
export interface FollowUp<Request extends VoidRequest> {
  kind: 'capture' | 'void';
  request: Untimed<Request>;
  send: (request: Request) => Promise<FollowUpOutcome>;
  attempt: OperationAttempt;
  deadline: StepDeadline;
}

/** Its result. */
export type FollowUpResult = Exclude<FollowUpOutcome, Unknown> | Misused;

/**
 * Executes a capture or void exactly once. A decline is looked up, because the connector may decline a repeated
 * operation.
 */
export function carryOutFollowUp<Request extends VoidRequest>(
  connector: PaymentConnector,
  { kind, request, send, attempt, deadline }: FollowUp<Request>,
): Promise<FollowUpResult> {
  return carryOut(
    {
      operationID: request.operationID,
      send: () => send({ ...request, timeoutMs: deadline.nextTimeoutMs() } as Request),
      lookUp: () => lookUpFollowUp(connector, kind, { ...withExpected(request), timeoutMs: deadline.nextTimeoutMs() }),
      isDeclineLookedUp: true,
    },
    attempt,
  );
}

/**
 * `released`: the authorisation was released. `refused`: nothing was captured and the connector refused. `captured`: the
 * money was captured.
 */
export type VoidResult = { kind: 'released' } | { kind: 'refused' } | { kind: 'captured'; capture: Approved };

/** A void and the capture that it excludes; a verification has none. */
export interface Voiding {
  request: Untimed<VoidRequest>;
  capture?: { operationID: string; expected: ExpectedAmount };
  deadline: StepDeadline;
}

/**
 * Voids an authorisation or verification by its operation id, also before it has reached the connector. After a refusal, or an
 * answer that contradicts the request, the capture is looked up; without one the refusal is accepted, and reconciliation reports a remaining hold (`orphanHold`).
 * @throws ConnectorMisuse if the connector rejects the request, since its state is unknown
 */
export async function voidOperation(
  connector: PaymentConnector,
  { request, capture: excluded, deadline }: Voiding,
): Promise<VoidResult> {
  const send = (voiding: VoidRequest) => connector.void(voiding);
  const outcome = await carryOutFollowUp(connector, { kind: 'void', request, send, attempt: 'first', deadline });
  if (outcome.kind === 'misused') {
    throw new ConnectorMisuse(`the connector rejects the request ${request.operationID}`);
  }
  if (outcome.kind === 'approved') return { kind: 'released' };
  if (!excluded) return { kind: 'refused' };
  const { operationID } = request;
  const lookUp = { ...request, ...excluded, timeoutMs: deadline.nextTimeoutMs() };
  const capture = await lookUpFollowUp(connector, 'capture', lookUp);
  if (capture.kind === 'approved') return { kind: 'captured', capture };
  log.warn('a connector refused to void an uncaptured payment', { operationID });
  return { kind: 'refused' };
}

/** Whether an earlier attempt, whose response was lost, voided it: the authorisation then looks declined. */
export async function isVoided(connector: PaymentConnector, voiding: VoidRequest): Promise<boolean> {
  return (await lookUpFollowUp(connector, 'void', voiding)).kind === 'approved';
}

/** A capture's amount is compared by its look-up too. */
function withExpected<Request extends Partial<ExpectedAmount> & { expected?: ExpectedAmount }>(
  request: Request,
): Request {
  const { amount, currency } = request;
  return amount === undefined || currency === undefined ? request : { ...request, expected: { amount, currency } };
}

/** These operations never need an interaction and are never pending. */
async function lookUpFollowUp(
  connector: PaymentConnector,
  kind: FollowUp<VoidRequest>['kind'],
  { operationID, timeoutMs, authorisation, expected, signal }: VoidRequest,
): Promise<Exclude<FollowUpOutcome, Unknown> | NotFound> {
  const optional = { ...(expected && { expected }), ...(signal && { signal }) };
  const found = await connector.lookUp({ kind, operationID, timeoutMs, authorisation, ...optional });
  if (found.kind !== 'interactionRequired' && found.kind !== 'pending') return found;
  throw new ConnectorMisuse(`${operationID} is undecided, which it must not be`);
}
