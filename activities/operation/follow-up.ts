import { log } from '@temporalio/activity';
import {
  ConnectorMisuse,
  type Approved,
  type FollowUpOutcome,
  type NotFound,
  type PaymentConnector,
  type Unknown,
  type VoidRequest,
} from '../../connectors/connector';
import { carryOut, type Attempt, type Misused } from './operation';
import type { StepDeadline } from './step-deadline';

type Untimed<Request> = Omit<Request, 'timeoutMs'>;

/** How a capture, a void or a refund is sent. */
export interface FollowUp<Request extends VoidRequest> {
  kind: 'capture' | 'void' | 'refund';
  request: Untimed<Request>;
  send: (request: Request) => Promise<FollowUpOutcome>;
  attempt: Attempt;
  deadline: StepDeadline;
}

/** What became of one. */
export type FollowUpAnswer = Exclude<FollowUpOutcome, Unknown> | Misused;

/**
 * Has a capture, a void or a refund done once. A decline is looked up before it is believed: the connector may have done it before,
 * and refuse it now for that reason.
 */
export function carryOutFollowUp<Request extends VoidRequest>(
  connector: PaymentConnector,
  { kind, request, send, attempt, deadline }: FollowUp<Request>,
): Promise<FollowUpAnswer> {
  return carryOut(
    {
      operationID: request.operationID,
      send: () => send({ ...request, timeoutMs: deadline.nextTimeoutMs() } as Request),
      lookUp: () => lookUpFollowUp(connector, kind, { ...request, timeoutMs: deadline.nextTimeoutMs() }),
      isDeclineLookedUp: true,
    },
    attempt,
  );
}

/** The connector has released the authorisation, has refused although nothing was captured, or has captured the money. */
export type VoidResult = { kind: 'released' } | { kind: 'refused' } | { kind: 'captured'; capture: Approved };

/** A void, and the name of the capture that it rules out; a verification has none. */
export interface Voiding {
  request: Untimed<VoidRequest>;
  captureID?: string;
  deadline: StepDeadline;
}

/**
 * Voids an authorisation or a verification by its name: what has not arrived at the connector yet can hold nothing any
 * more when it does. A connector that refuses is asked whether the money was captured. Where it was not, the refusal is
 * accepted: there is nothing to release, or reconciliation finds the hold (`orphanHold`).
 * @throws ConnectorMisuse where the connector does not understand: then nobody knows what it holds
 */
export async function voidByName(
  connector: PaymentConnector,
  { request, captureID, deadline }: Voiding,
): Promise<VoidResult> {
  const send = (voiding: VoidRequest) => connector.void(voiding);
  const outcome = await carryOutFollowUp(connector, { kind: 'void', request, send, attempt: 'first', deadline });
  if (outcome.kind === 'misused') {
    throw new ConnectorMisuse(`the connector does not understand ${request.operationID}`);
  }
  if (outcome.kind === 'approved') return { kind: 'released' };
  if (captureID === undefined) return { kind: 'refused' };
  const { operationID } = request;
  const asked = { ...request, operationID: captureID, timeoutMs: deadline.nextTimeoutMs() };
  const capture = await lookUpFollowUp(connector, 'capture', asked);
  if (capture.kind === 'approved') return { kind: 'captured', capture };
  log.warn('a connector refuses a void of what was not captured', { operationID });
  return { kind: 'refused' };
}

/** Whether an earlier attempt has voided and its answer was lost: what it ended reads as declined. */
export async function isVoided(connector: PaymentConnector, voiding: VoidRequest): Promise<boolean> {
  return (await lookUpFollowUp(connector, 'void', voiding)).kind === 'approved';
}

/** None of these operations asks a payer anything. */
async function lookUpFollowUp(
  connector: PaymentConnector,
  kind: FollowUp<VoidRequest>['kind'],
  { operationID, timeoutMs, authorisation, signal }: VoidRequest,
): Promise<Exclude<FollowUpOutcome, Unknown> | NotFound> {
  const found = await connector.lookUp({ kind, operationID, timeoutMs, authorisation, ...(signal && { signal }) });
  if (found.kind !== 'interactionRequired') return found;
  throw new ConnectorMisuse(`${operationID} waits for a payer, who has no part in it`);
}
