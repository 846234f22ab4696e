import {
  ConnectorMisuse,
  ConnectorUnavailable,
  type ListingConnector,
  type PayOutConnector,
  type PaymentConnector,
  type FollowUpOutcome,
  type LookUpRequest,
  type OperationRequest,
  type NotFound,
  type PaymentOutcome,
} from '../connector';
import { Deadline } from '../deadline';
import {
  authorisationOutcome,
  capturedOutcome,
  captureOutcome,
  followUpOutcome,
  payOutOutcome,
  paymentOutcome,
  type SandboxAnswer,
} from './sandbox-answer';
import { SandboxClient, type Reply } from './sandbox-client';
import { listOperations } from './sandbox-listing';

/** A connector that can be closed with its process. */
export type SandboxConnector = PaymentConnector & PayOutConnector & ListingConnector & { close(): Promise<void> };

/** The connector of the sandbox acquirer, a process of its own that is spoken to as a real one would be. */
export function createSandboxConnector(options: { url: string; secret: string }): SandboxConnector {
  const client = new SandboxClient(options);
  const send = <Outcome>(kind: string, request: OperationRequest, outcomeOf: (answer: SandboxAnswer) => Outcome) =>
    operate(client, { kind, request, outcomeOf });
  const followUp = (kind: string, request: FollowUpRequest): Promise<FollowUpOutcome> => {
    const { authorisation, ...rest } = request;
    return send(kind, { ...rest, authorisationID: authorisation.operationID } as OperationRequest, followUpOutcome);
  };
  return {
    authorise: (request): Promise<PaymentOutcome> => send('authorise', request, paymentOutcome),
    verify: (request): Promise<PaymentOutcome> => send('verify', request, paymentOutcome),
    capture: (request) => followUp('capture', request),
    void: (request) => followUp('void', request),
    refund: (request) => followUp('refund', request),
    payOut: (request) => send('payOut', request, payOutOutcome),
    lookUp: (request) =>
      request.kind === 'capture' ? foundCapture(client, request) : found(client, request, authorisationOutcome),
    lookUpPayOut: (request) => found(client, request, payOutOutcome),
    listOperations: (request) => listOperations(client, request),
    close: () => client.close(),
  };
}

type FollowUpRequest = OperationRequest & { authorisation: { operationID: string } };

async function operate<Outcome>(
  client: SandboxClient,
  call: { kind: string; request: OperationRequest; outcomeOf: (answer: SandboxAnswer) => Outcome },
): Promise<Outcome | { kind: 'unknown' }> {
  const { timeoutMs, signal, ...operation } = call.request;
  const reply = await client.operate({ kind: call.kind, ...operation }, { timeoutMs, ...(signal && { signal }) });
  switch (reply.kind) {
    case 'answer':
      return call.outcomeOf(reply.answer);
    case 'none':
      return { kind: 'unknown' };
    case 'notFound':
      throw new ConnectorMisuse('The connector does not know the operation that it was sent');
  }
}

type CaptureLookUp = Extract<LookUpRequest, { authorisation: object }>;

/** What was captured under another name is told by its authorisation: it can be captured once only. */
async function foundCapture(client: SandboxClient, request: CaptureLookUp): Promise<FollowUpOutcomeFound> {
  const deadline = new Deadline(request.timeoutMs);
  const own = await found(client, request, captureOutcome);
  if (own.kind === 'approved') return own;
  const { operationID } = request.authorisation;
  const authorised = { ...request, operationID, timeoutMs: deadline.leftMs() };
  const taken = await found(client, authorised, (answer) => capturedOutcome(answer) ?? own);
  return taken.kind === 'notFound' ? own : taken;
}

type FollowUpOutcomeFound = Exclude<FollowUpOutcome, { kind: 'unknown' }> | NotFound;

async function found<Outcome>(
  client: SandboxClient,
  request: OperationRequest,
  outcomeOf: (answer: SandboxAnswer) => Outcome,
): Promise<Outcome | NotFound> {
  const reply: Reply = await client.lookUp(request);
  switch (reply.kind) {
    case 'answer':
      return outcomeOf(reply.answer);
    case 'notFound':
      return { kind: 'notFound' };
    case 'none':
      throw new ConnectorUnavailable('The connector does not answer what became of the operation');
  }
}
