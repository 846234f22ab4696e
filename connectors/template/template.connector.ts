import type { PaymentFailurePath } from '../../domain/payments/payment/payment-failure';
import {
  ConnectorMisuse,
  ConnectorUnavailable,
  type Approved,
  type AuthorisationReference,
  type FollowUpOutcome,
  type LookUpRequest,
  type OperationRequest,
  type PaymentConnector,
  type PaymentOutcome,
  type Unknown,
  type VerifyRequest,
} from '../connector';
import { ConnectorRejection } from '../connector-rejection';
import { declined, NOTHING_HELD } from '../declined';
import { redirectTo } from '../redirect';
import type { AnswerStatement, Stated } from '../stated';
import { TemplateClient, type TemplateReply, type TemplateAccess, type TemplatePayment } from './template-client';

/** The connector of an acquirer whose API has one object, the payment, by our operation id. */
export function createTemplateConnector(access: TemplateAccess): PaymentConnector {
  const client = new TemplateClient(access);
  const begin = async (request: VerifyRequest, { amount, save }: { amount: bigint; save: boolean }) => {
    const { operationID: id, currency, description, returnUrl, callbackUrl: notifyUrl } = request;
    const body = { id, amount, currency, description, returnUrl, notifyUrl, save, tool: toTool(request) };
    const reply = await client.send({ method: 'POST', path: '/payments', body }, request);
    return reply?.kind === 'payment' ? toOutcome(reply.payment) : UNKNOWN;
  };
  const follow = async (step: Step, request: FollowUp): Promise<FollowUpOutcome> => {
    const { operationID: id, authorisation, amount } = request;
    const path = `${getPath(authorisation)}/${step}`;
    const reply = await client.send({ method: 'POST', path, body: { id, amount } }, request);
    if (!reply) return UNKNOWN;
    if (reply.kind === 'notFound') throw new ConnectorMisuse('The connector does not know the payment');
    return reply.kind === 'payment' ? (followUpOf(reply.payment, step, id) ?? UNKNOWN) : NOTHING_HELD;
  };
  return {
    states: { isTest: access.apiKey.startsWith('template-test-'), facts: FACTS },
    authorise: (request) => begin(request, { amount: request.amount, save: request.makeRecurrent }),
    verify: (request) => begin(request, { amount: 0n, save: true }),
    capture: (request) => follow('captures', request),
    void: (request) => follow('release', request),
    refund: (request) => follow('refunds', request),
    lookUp: async (request) => {
      const payment = 'authorisation' in request ? request.authorisation : request;
      const reply = await client.send({ method: 'GET', path: getPath(payment) }, request);
      if (!reply) throw new ConnectorUnavailable('The connector returned no outcome of the operation');
      return found(reply, request);
    },
  };
}

/** What each approval states. A void of a request that never arrived states no amount. */
const FACTS: AnswerStatement['facts'] = {
  authorise: ['operation', 'reference', 'amount', 'currency', 'state', 'isTest'],
  verify: ['operation', 'reference', 'isTest'],
  capture: ['authorisation', 'authorisationReference', 'amount', 'currency', 'isTest'],
  void: ['authorisation', 'isTest'],
  refund: ['authorisation', 'authorisationReference', 'amount', 'currency', 'isTest'],
};

const UNKNOWN: Unknown = { kind: 'unknown' };

type Step = 'captures' | 'release' | 'refunds';

type FollowUp = OperationRequest & { authorisation: AuthorisationReference; amount?: bigint };

function getPath({ operationID }: { operationID: string }): string {
  return `/payments/${encodeURIComponent(operationID)}`;
}

/** @throws ConnectorRejection for a payment tool that the acquirer does not take */
function toTool({ paymentTool: tool }: VerifyRequest): object {
  switch (tool.type) {
    case 'card':
      return { number: tool.cardNumber, expiry: tool.expDate, cvv: tool.cvv };
    case 'recurrentToken':
      return { token: tool.recurrentToken };
    default:
      throw ConnectorRejection.unsent(`The connector takes no ${tool.type}`, 'paymentTool');
  }
}

/** What the acquirer's reasons mean; the issuer's refusals never fail over. */
const REASONS: Readonly<Record<string, PaymentFailurePath>> = {
  noMoney: 'authorization_failed:insufficient_funds',
  badCard: 'authorization_failed:payment_tool_rejected:bank_card_rejected:card_number_invalid',
};

function toApproved(payment: TemplatePayment): Approved {
  const { reference, token } = payment;
  return {
    kind: 'approved',
    connectorReference: reference,
    stated: statedOf(payment),
    ...(token !== undefined && { recurrentToken: token }),
  };
}

function statedOf({ id: operation, amount, currency, status, test: isTest }: TemplatePayment): Stated {
  return { operation, amount, currency, isTest, state: status === 'captured' ? 'captured' : 'held' };
}

/** What a payment says of a capture, a release or a refund. */
function followUpOf(payment: TemplatePayment, step: Step, operationID: string): Approved | undefined {
  const { id: authorisation, reference, currency, test: isTest, status, captured, refunds } = payment;
  const common = { authorisation, authorisationReference: reference, currency, isTest };
  const approved = (stated: Stated): Approved => ({ kind: 'approved', connectorReference: reference, stated });
  if (step === 'captures') return status === 'captured' ? approved({ ...common, amount: captured }) : undefined;
  if (step === 'release') return status === 'released' ? approved({ authorisation, isTest }) : undefined;
  const refund = refunds.find(({ id }) => id === operationID);
  return refund && approved({ ...common, operation: refund.id, amount: refund.amount });
}

function toOutcome(payment: TemplatePayment): Exclude<PaymentOutcome, Unknown> {
  const { status, reason = '', reference, redirectUrl = '' } = payment;
  switch (status) {
    case 'held':
    case 'captured':
      return toApproved(payment);
    case 'declined':
      return declined(REASONS[reason]);
    case 'released':
      return NOTHING_HELD;
    case 'waiting': {
      const interaction = redirectTo(redirectUrl);
      return { kind: 'interactionRequired', connectorReference: reference, interaction, stated: statedOf(payment) };
    }
  }
}

const STEPS = { capture: 'captures', void: 'release', refund: 'refunds' } as const;

/** What a payment says of an operation. */
function found(reply: TemplateReply, request: LookUpRequest): Awaited<ReturnType<PaymentConnector['lookUp']>> {
  if (reply.kind === 'notFound') return { kind: 'notFound' };
  const { payment } = reply;
  if (request.kind === 'authorise' || request.kind === 'verify') return toOutcome(payment);
  if (request.kind === 'void' && payment.status === 'captured') return NOTHING_HELD;
  return followUpOf(payment, STEPS[request.kind], request.operationID) ?? { kind: 'notFound' };
}
