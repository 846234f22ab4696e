import type { LookupFunction } from 'node:net';
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
import type { CardTransport } from '../card-transport';
import { Deadline } from '../deadline';
import type { AnswerStatement, ExpectedAmount } from '../stated';
import {
  authorisationOutcome,
  capturedOutcome,
  captureOutcome,
  followUpOutcome,
  foundPayOut,
  payOutOutcome,
  paymentOutcome,
  refundOutcome,
  type SandboxAnswer,
} from './sandbox-answer';
import { SandboxClient, type Reply } from './sandbox-client';
import { listOperations } from './sandbox-listing';

/** The connector with a method to close its connections. */
export type SandboxConnector = PaymentConnector & PayOutConnector & ListingConnector & { close(): Promise<void> };

/** The connector of the sandbox acquirer, which runs as a separate process. */
export function createSandboxConnector(options: {
  url: string;
  secret: string;
  lookup?: LookupFunction | undefined;
}): SandboxConnector {
  const client = new SandboxClient(options);
  const send = <Outcome>(kind: string, request: OperationRequest, toOutcome: (answer: SandboxAnswer) => Outcome) =>
    operate(client, { kind, request, toOutcome });
  const followUp = (kind: string, request: FollowUpRequest): Promise<FollowUpOutcome> => {
    const { authorisation, ...rest } = request;
    return send(kind, { ...rest, authorisationID: authorisation.operationID } as OperationRequest, followUpOutcome);
  };
  return {
    states: { isTest: true, facts: FACTS },
    authorise: (request): Promise<PaymentOutcome> => send('authorise', request, paymentOutcome),
    verify: (request): Promise<PaymentOutcome> => send('verify', request, paymentOutcome),
    capture: (request) => followUp('capture', request),
    void: (request) => followUp('void', request),
    refund: ({ authorisation, ...request }) =>
      send('refund', { ...request, authorisationID: authorisation.operationID } as OperationRequest, refundOutcome),
    payOut: (request) => send('payOut', request, payOutOutcome),
    lookUp: (request) => {
      if (request.kind === 'capture') return lookUpCapture(client, request);
      return request.kind === 'refund'
        ? lookUp(client, request, refundOutcome)
        : lookUp(client, request, authorisationOutcome);
    },
    lookUpPayOut: (request) => lookUp(client, request, foundPayOut),
    listOperations: (request) => listOperations(client, request),
    close: () => client.close(),
  };
}

const FOLLOW_UP = ['operation', 'authorisation', 'amount', 'currency', 'isTest'] as const;

/** A void states no amount. A capture with another id is found by its authorisation. */
const FACTS: AnswerStatement['facts'] = {
  authorise: ['operation', 'reference', 'amount', 'currency', 'state', 'isTest'],
  verify: ['operation', 'reference', 'isTest'],
  capture: ['authorisation', 'amount', 'currency', 'isTest'],
  void: ['authorisation', 'isTest'],
  refund: [...FOLLOW_UP, 'reference'],
  payOut: ['operation', 'reference', 'amount', 'currency', 'isTest'],
};

type WithCard = OperationRequest & { cardTransport?: CardTransport; expected?: ExpectedAmount };

type FollowUpRequest = OperationRequest & { authorisation: { operationID: string } };

async function operate<Outcome>(
  client: SandboxClient,
  call: { kind: string; request: OperationRequest; toOutcome: (answer: SandboxAnswer) => Outcome },
): Promise<Outcome | { kind: 'unknown' }> {
  const { timeoutMs, signal, cardTransport, expected: _, ...operation }: WithCard = call.request;
  const wait = { timeoutMs, ...(signal && { signal }), cardTransport };
  const reply = await client.operate({ kind: call.kind, ...operation }, wait);
  switch (reply.kind) {
    case 'answer':
      return call.toOutcome(reply.answer);
    case 'none':
      return { kind: 'unknown' };
    case 'notFound':
      throw new ConnectorMisuse('The connector does not know the operation it received');
  }
}

type CaptureLookUp = Extract<LookUpRequest, { authorisation: object }>;

/** A capture with another id is found by its authorisation, which can be captured only once. */
async function lookUpCapture(client: SandboxClient, request: CaptureLookUp): Promise<FollowUpOutcomeFound> {
  const deadline = new Deadline(request.timeoutMs);
  const own = await lookUp(client, request, captureOutcome);
  if (own.kind === 'approved') return own;
  const { operationID } = request.authorisation;
  const authorised = { ...request, operationID, timeoutMs: deadline.leftMs() };
  const taken = await lookUp(client, authorised, (answer) => capturedOutcome(answer) ?? own);
  return taken.kind === 'notFound' ? own : taken;
}

type FollowUpOutcomeFound = Exclude<FollowUpOutcome, { kind: 'unknown' }> | NotFound;

async function lookUp<Outcome>(
  client: SandboxClient,
  request: OperationRequest,
  toOutcome: (answer: SandboxAnswer) => Outcome,
): Promise<Outcome | NotFound> {
  const reply: Reply = await client.lookUp(request);
  switch (reply.kind) {
    case 'answer':
      return toOutcome(reply.answer);
    case 'notFound':
      return { kind: 'notFound' };
    case 'none':
      throw new ConnectorUnavailable('The connector returned no outcome of the operation');
  }
}
