import {
  ConnectorMisuse,
  type FollowUpOutcome,
  type NotFound,
  type PaymentConnector,
  type Unknown,
  type VoidRequest,
} from '../../connectors/connector';
import { carryOut, type Attempt, type Misused } from './operation';

/** How a capture, a void or a refund is sent. */
export interface FollowUp<Request extends VoidRequest> {
  kind: 'capture' | 'void' | 'refund';
  request: Request;
  send: (request: Request) => Promise<FollowUpOutcome>;
  attempt: Attempt;
}

/** What became of one. */
export type FollowUpAnswer = Exclude<FollowUpOutcome, Unknown> | Misused;

/** Has a capture, a void or a refund done once. */
export function carryOutFollowUp<Request extends VoidRequest>(
  connector: PaymentConnector,
  { kind, request, send, attempt }: FollowUp<Request>,
): Promise<FollowUpAnswer> {
  const { operationID } = request;
  return carryOut(
    { operationID, send: () => send(request), lookUp: () => lookUpFollowUp(connector, kind, request) },
    attempt,
  );
}

/**
 * Voids an authorisation or a verification by its name: what has not arrived at the connector yet can hold nothing any
 * more when it does. A connector that refuses is taken at its word: what it holds lapses by itself.
 * @returns whether the connector has agreed
 * @throws ConnectorMisuse where the connector does not understand: then nobody knows what it holds
 */
export async function voidByName(connector: PaymentConnector, request: VoidRequest): Promise<boolean> {
  const send = (voiding: VoidRequest) => connector.void(voiding);
  const outcome = await carryOutFollowUp(connector, { kind: 'void', request, send, attempt: 'first' });
  if (outcome.kind !== 'misused') return outcome.kind === 'approved';
  throw new ConnectorMisuse(`the connector does not understand ${request.operationID}`);
}

/** Whether an earlier attempt has voided and its answer was lost: what it ended reads as declined. */
export async function isVoided(connector: PaymentConnector, voiding: VoidRequest): Promise<boolean> {
  return (await lookUpFollowUp(connector, 'void', voiding)).kind !== 'notFound';
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
