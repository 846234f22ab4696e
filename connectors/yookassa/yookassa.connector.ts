import type { LookupFunction } from 'node:net';
import { AcquirerRefusal } from '../acquirer-http';
import {
  ConnectorUnavailable,
  type AuthorisationReference,
  type Connector,
  type LookUpRequest,
  type NotFound,
  type ListingConnector,
  type PaymentConnector,
  type PaymentOutcome,
  type ReceiptConnector,
  type RefundOutcome,
} from '../connector';
import { ConnectorRejection } from '../connector-rejection';
import { cutText } from '../cut-text';
import type { Deadline } from '../deadline';
import { NOTHING_HELD } from '../declined';
import type { SettlementOutcome } from '../settlement';
import { cardData, payWith } from './payment-method';
import { YooKassaReceipts, type YooKassaReceiptSettings } from './receipt';
import { toYooKassaAmount } from './yookassa-amount';
import type { AnswerStatement } from '../stated';
import { readOutcome, requireOutcome } from '../run-operation';
import { YooKassaClient, type Credentials, type YooKassaCall } from './yookassa-client';
import { listOperations } from './yookassa-listing';
import {
  methodSchema,
  OPERATION,
  paymentSchema,
  refundSchema,
  REQUESTED,
  type YooKassaMethod,
  type YooKassaPayment,
} from './yookassa-objects';
import { YooKassaOperations } from './yookassa-operations';
import { captureOutcome, methodOutcome, paymentOutcome, refundOutcome, releaseOutcome } from './yookassa-outcome';
import { yookassaPayOuts } from './yookassa-payouts';

export interface YooKassaOptions {
  shop: Credentials;
  /** Without it there are no payouts. */
  payoutGateway?: Credentials | undefined;
  receipts?: YooKassaReceiptSettings;
  /** The address of the API with its version. */
  url: string;
  lookup?: LookupFunction | undefined;
}

const MAX_DESCRIPTION = 128;

const NOT_FOUND: NotFound = { kind: 'notFound' };
type FoundOutcome = PaymentOutcome | RefundOutcome | NotFound;

/** YooKassa: two-stage payments, refunds, saved payment methods and payouts (API version 3). */
export function createYooKassaConnector({ shop, payoutGateway, receipts, ...reached }: YooKassaOptions): Connector {
  const client = new YooKassaClient({ ...shop, ...reached });
  const payouts = payoutGateway && new YooKassaClient({ ...payoutGateway, ...reached });
  const lists = { payments: client, refunds: client, ...(payouts && { payouts }) };
  const listing: ListingConnector = { listOperations: (request) => listOperations(lists, request) };
  const payments = new YooKassaConnector(shop, client, new YooKassaReceipts(receipts));
  return Object.assign(payments, listing, payouts && yookassaPayOuts(payouts));
}

/** Answers name the account of payments only if YooKassa shows it; a void of a request that never arrived states nothing. */
const FACTS: AnswerStatement['facts'] = {
  authorise: ['operation', 'reference', 'amount', 'currency', 'isTest'],
  verify: ['reference'],
  capture: ['authorisation', 'authorisationReference', 'amount', 'currency', 'isTest'],
  refund: ['operation', 'reference', 'authorisationReference', 'amount', 'currency'],
  payOut: ['operation', 'reference', 'amount', 'currency', 'isTest'],
};

class YooKassaConnector implements PaymentConnector, ReceiptConnector {
  /** YooKassa remembers keys for 24 hours; an hour less allows for clocks and requests under way. */
  readonly times = { idempotencyMs: 23 * 3_600_000 };
  readonly states: AnswerStatement;
  private readonly operations: YooKassaOperations;

  constructor(
    shop: Credentials,
    private readonly client: YooKassaClient,
    private readonly receipts: YooKassaReceipts,
  ) {
    this.states = { isTest: shop.secret.startsWith('test_'), account: shop.id, facts: FACTS };
    this.operations = new YooKassaOperations(client, receipts);
  }

  readonly authorise: PaymentConnector['authorise'] = (request) =>
    readOutcome(request, async (deadline) => {
      const { operationID, amount, currency, returnUrl, callbackUrl, makeRecurrent, description } = request;
      const { body: method, isHeld } = payWith(request.paymentTool);
      const isWithoutPayer = request.paymentTool.type === 'recurrentToken';
      const body = {
        amount: toYooKassaAmount(amount, currency),
        capture: !isHeld,
        description: cutText(description, MAX_DESCRIPTION),
        metadata: { [OPERATION]: operationID, [REQUESTED]: amount.toString() },
        ...method,
        ...(!isWithoutPayer && {
          confirmation: {
            ...{ type: 'redirect', return_url: returnUrl ?? callbackUrl },
            // By default false; whether the account may leave 3-D Secure out, YooKassa decides.
            ...(['ask', 'force'].includes(request.threeDSecure ?? '') && { enforce: true }),
          },
        }),
        ...(makeRecurrent && { save_payment_method: true }),
        ...(request.payer?.ip !== undefined && { client_ip: request.payer.ip }),
        ...(request.payer?.customerID !== undefined && { merchant_customer_id: request.payer.customerID }),
        ...this.receipts.ofPayment({ ...request, product: description }, new Date()),
      };
      const { cardTransport } = request;
      return paymentOutcome(await this.post('/payments', { body, operationID, cardTransport }, deadline), { isHeld });
    });

  readonly verify: PaymentConnector['verify'] = (request) =>
    readOutcome(request, async (deadline) => {
      const { operationID, paymentTool, returnUrl, callbackUrl, cardTransport } = request;
      const body = {
        type: 'bank_card',
        card: cardData(paymentTool),
        confirmation: { type: 'redirect', return_url: returnUrl ?? callbackUrl },
        metadata: { [OPERATION]: operationID },
      };
      const sent = { method: 'POST', path: '/payment_methods', body, operationID, cardTransport } as const;
      return methodOutcome(await this.client.call(sent, methodSchema, deadline));
    });

  readonly capture: PaymentConnector['capture'] = (request) =>
    readOutcome(request, async (deadline) => {
      const payment = await this.operations.payment(request.authorisation, deadline);
      if (!payment) return NOTHING_HELD;
      if (payment.status !== 'waiting_for_capture') return captureOutcome(payment);
      const body = {
        amount: toYooKassaAmount(request.amount, request.currency),
        ...this.receipts.ofFollowUp({ ...request, product: payment.description }),
      };
      // The recorded id, also if the answer to it names another.
      const path = `/payments/${request.authorisation.connectorReference ?? payment.id}/capture`;
      const captured = this.post(path, { body, operationID: request.operationID }, deadline);
      return captureOutcome(await this.orCurrent(captured, payment, deadline));
    });

  /** @throws ConnectorUnavailable while the payer can still confirm: YooKassa cancels only held payments */
  readonly void: PaymentConnector['void'] = (request) =>
    readOutcome(request, async (deadline) => {
      const { authorisation, operationID } = request;
      if (authorisation.kind === 'verify') {
        return { kind: 'approved', connectorReference: authorisation.connectorReference ?? authorisation.operationID };
      }
      const payment =
        (await this.operations.payment(authorisation, deadline)) ??
        (await this.operations.block(authorisation.operationID, deadline));
      if (!payment) return { kind: 'approved', connectorReference: authorisation.operationID };
      const outcome = paymentOutcome(payment);
      if (payment.status === 'succeeded') return NOTHING_HELD;
      if (payment.status === 'pending' && outcome !== NOTHING_HELD) {
        throw new ConnectorUnavailable('The payer can still confirm the payment, which then is released');
      }
      const isHeld = payment.status === 'waiting_for_capture';
      return releaseOutcome(isHeld ? await this.cancel(payment, operationID, deadline) : payment);
    });

  readonly refund: PaymentConnector['refund'] = (request) =>
    readOutcome(request, async (deadline) => {
      const { operationID, amount, currency } = request;
      const payment = await this.operations.payment(request.authorisation, deadline);
      if (payment?.status !== 'succeeded') return NOTHING_HELD;
      const body = {
        payment_id: request.authorisation.connectorReference ?? payment.id,
        amount: toYooKassaAmount(amount, currency),
        metadata: { [OPERATION]: operationID },
        ...this.receipts.ofFollowUp({ ...request, product: payment.description }),
      };
      const sent = { method: 'POST', path: '/refunds', body, operationID } as const;
      return refundOutcome(await this.client.call(sent, refundSchema, deadline));
    });

  readonly settlePrepayment: ReceiptConnector['settlePrepayment'] = (request) =>
    readOutcome<SettlementOutcome>(request, async (deadline) => {
      const payment = await this.operations.payment(request.authorisation, deadline);
      const body = this.receipts.ofSettlement({ ...request, product: payment?.description });
      if (!body) return { kind: 'notOwed' };
      if (!payment) throw ConnectorRejection.unsent('YooKassa does not know the payment of a receipt', 'payment_id');
      const sent = { paymentID: payment.id, body, operationID: request.operationID };
      const { status, id } = await this.operations.settlement(sent, deadline);
      return { kind: status, connectorReference: id };
    });

  readonly lookUp: PaymentConnector['lookUp'] = async (request) =>
    requireOutcome(await readOutcome(request, (deadline) => this.findOutcome(request, deadline)));

  private async findOutcome(request: LookUpRequest, deadline: Deadline): Promise<FoundOutcome> {
    if (request.kind === 'verify') {
      const method = await this.method(request.connectorReference, deadline);
      return method ? methodOutcome(method) : NOT_FOUND;
    }
    const authorisation: AuthorisationReference & { since?: Date } =
      'authorisation' in request ? request.authorisation : { ...request, kind: 'authorise' };
    const payment = await this.operations.payment(authorisation, deadline);
    if (!payment) return NOT_FOUND;
    switch (request.kind) {
      case 'authorise':
        return paymentOutcome(payment);
      case 'capture':
        // A payment is captured only once, by any caller.
        return payment.status === 'succeeded' ? captureOutcome(payment) : NOT_FOUND;
      case 'void':
        return payment.status === 'canceled' ? releaseOutcome(payment) : NOT_FOUND;
      case 'refund': {
        const refund = await this.operations.refund(request, payment.id, deadline);
        return refund ? refundOutcome(refund) : NOT_FOUND;
      }
    }
  }

  /** Saved payment methods are not listed. */
  private async method(id: string | undefined, deadline: Deadline): Promise<YooKassaMethod | undefined> {
    if (id === undefined) return undefined;
    return this.client.call({ method: 'GET', path: `/payment_methods/${id}` }, methodSchema, deadline);
  }

  private async cancel(payment: YooKassaPayment, operationID: string, deadline: Deadline): Promise<YooKassaPayment> {
    const cancelled = this.post(`/payments/${payment.id}/cancel`, { body: {}, operationID }, deadline);
    const after = await this.orCurrent(cancelled, payment, deadline);
    if (after.status === 'canceled') return after;
    throw new ConnectorUnavailable(`The payment is ${after.status}, not cancelled yet`);
  }

  private post(
    path: string,
    sent: Pick<YooKassaCall, 'body' | 'operationID' | 'cardTransport'>,
    deadline: Deadline,
  ): Promise<YooKassaPayment> {
    return this.client.call({ method: 'POST', path, ...sent }, paymentSchema, deadline);
  }

  /** YooKassa refuses repeated changes: the current payment is then the result. */
  private async orCurrent(
    changed: Promise<YooKassaPayment>,
    before: YooKassaPayment,
    deadline: Deadline,
  ): Promise<YooKassaPayment> {
    try {
      return await changed;
    } catch (error) {
      if (!(error instanceof AcquirerRefusal)) throw error;
      const current = await this.client.find('/payments', before.id, paymentSchema, deadline);
      if (current && current.status !== before.status) return current;
      throw error;
    }
  }
}
