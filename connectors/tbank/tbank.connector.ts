import type { LookupFunction } from 'node:net';
import type { NoticeBook } from '../../domain/payments/connector-notice/connector-notice';
import { toIdempotencyKey } from '../acquirer-http';
import {
  ConnectorUnavailable,
  type AuthorisationReference,
  type AuthoriseRequest,
  type CaptureRequest,
  type FollowUpOutcome,
  type LookUpRequest,
  type NotFound,
  type PaymentConnector,
  type PaymentOutcome,
  type RefundOutcome,
  type RefundRequest,
  type Unknown,
  type VoidRequest,
} from '../connector';
import { ConnectorRejection } from '../connector-rejection';
import { cutText } from '../cut-text';
import type { Deadline } from '../deadline';
import type { Pending } from '../pending';
import { requireOutcome } from '../run-operation';
import type { AnswerStatement } from '../stated';
import { repeatedOrderID, toOrderID } from './order-id';
import { payWith } from './payment-method';
import { orMissing, readOutcome, TBankClient, TBankRefusal, type Terminal } from './tbank-client';
import { TBankNotes } from './tbank-notes';
import {
  cancelledSchema,
  changedSchema,
  hasMoney,
  orderSchema,
  paymentSchema,
  qrSchema,
  sessionSchema,
  STATUSES,
  type TBankPayment,
} from './tbank-objects';
import {
  captureOutcome,
  interactionOf,
  NOTHING_HELD,
  opening,
  paymentOutcome,
  releaseOutcome,
  type Known,
} from './tbank-outcome';
import { findRefund, refund } from './tbank-refunds';

export interface TBankOptions {
  terminal: Terminal;
  /** The address of the API with its version. */
  url: string;
  /** Keeps what the bank does not show again. */
  book: NoticeBook;
  lookup?: LookupFunction | undefined;
}

const MAX_DESCRIPTION = 140;
/** How long a page or a code may be paid: a payment's deadline passes within the hour. */
const PAYABLE_MS = 3_600_000;

const NOT_FOUND: NotFound = { kind: 'notFound' };

/** Currencies are not stated: a terminal has one. */
const FACTS: AnswerStatement['facts'] = {
  authorise: ['operation', 'reference', 'amount', 'account'],
  capture: ['authorisation', 'authorisationReference', 'amount', 'account'],
  refund: ['authorisation', 'authorisationReference', 'amount', 'account'],
};

/** T-Bank: payments on the bank's page and by the fast payment system (acquiring API, version 2). */
export class TBankConnector implements PaymentConnector {
  readonly states: AnswerStatement;
  private readonly client: TBankClient;
  private readonly book: NoticeBook;

  constructor({ terminal, book, isTest, ...address }: TBankOptions & { isTest: boolean }) {
    this.states = { isTest, account: terminal.key, facts: FACTS };
    this.client = new TBankClient(terminal, address);
    this.book = book;
  }

  /** A session whose page was not shown cannot be paid: one whose answer was lost is simply followed by another. */
  authorise(request: AuthoriseRequest): Promise<PaymentOutcome> {
    return readOutcome(request, async (deadline) => {
      if (request.makeRecurrent) throw ConnectorRejection.unsent('T-Bank’s page stores no cards here', 'makeRecurrent');
      const method = payWith(request.paymentTool);
      if (request.currency !== 'RUB') throw ConnectorRejection.unsent('T-Bank takes RUB only', 'currency');
      const { operationID } = request;
      const notes = await TBankNotes.read(this.book, operationID);
      if (notes.find('blocked')) return NOTHING_HELD;
      const known = notes.find('page') && (await this.find({ kind: 'authorise', operationID }, deadline));
      if (known) return paymentOutcome(known);
      const session = await this.begin(request, method.payType, deadline);
      const { PaymentId: connectorReference, Amount: amount } = session;
      const stated = { ...opening(session, operationID), amount };
      const qr =
        method.isQr && (await this.client.call('GetQr', { PaymentId: connectorReference }, qrSchema, deadline));
      const details = { payType: method.payType, ...(qr ? { qrCode: qr.Data } : { page: session.PaymentURL }) };
      const isOurs =
        stated.operation === operationID && amount === request.amount && stated.account === this.states.account;
      if (isOurs) await notes.add('page', { connectorReference, amount, details });
      return { kind: 'interactionRequired', connectorReference, interaction: interactionOf(details), stated };
    });
  }

  verify(): Promise<PaymentOutcome> {
    return Promise.reject(ConnectorRejection.unsent('T-Bank’s page stores no cards here', 'paymentTool'));
  }

  capture(request: CaptureRequest): Promise<FollowUpOutcome> {
    return readOutcome(request, async (deadline) => {
      const known = await this.find(request.authorisation, deadline);
      if (!known) return NOTHING_HELD;
      if (!STATUSES.held.has(known.payment.Status)) return captureOutcome(known);
      const fields = { PaymentId: known.id, Amount: Number(request.amount) };
      const confirmed = this.client.call('Confirm', fields, changedSchema, deadline);
      const after = { ...known, payment: await this.afterwards(confirmed, known, deadline) };
      const outcome = captureOutcome(after);
      return this.keepCapture(outcome, after, request.amount);
    });
  }

  /** @throws ConnectorUnavailable while the payer can still pay: T-Bank cancels sessions that are new and holds only */
  void(request: VoidRequest): Promise<FollowUpOutcome> {
    const { authorisation, operationID } = request;
    return readOutcome(request, async (deadline) => {
      const known = await this.find(authorisation, deadline);
      if (!known) return this.block(authorisation);
      const { Status: status } = known.payment;
      if (STATUSES.released.has(status) || STATUSES.refused.has(status)) return releaseOutcome(known);
      if (STATUSES.captured.has(status)) return NOTHING_HELD;
      const fields = { PaymentId: known.id, ExternalRequestId: toIdempotencyKey(operationID) };
      const cancelled = this.client.call('Cancel', fields, cancelledSchema, deadline);
      const payment = await this.afterwards(cancelled, known, deadline).catch((error: unknown) => {
        if (error instanceof TBankRefusal && !hasMoney(status)) return known.payment;
        throw error;
      });
      if (STATUSES.released.has(payment.Status)) return releaseOutcome({ ...known, payment });
      throw new ConnectorUnavailable(`The payment is ${payment.Status}, not released yet`);
    });
  }

  refund(request: RefundRequest): Promise<RefundOutcome> {
    return readOutcome(request, async (deadline) => {
      const known = await this.find(request.authorisation, deadline);
      return known ? refund(this.client, known, request, deadline) : NOTHING_HELD;
    });
  }

  async lookUp(request: LookUpRequest): Promise<Exclude<PaymentOutcome, Unknown> | Pending | NotFound> {
    return requireOutcome(await readOutcome(request, (deadline) => this.findOutcome(request, deadline)));
  }

  private async findOutcome(
    request: LookUpRequest,
    deadline: Deadline,
  ): Promise<PaymentOutcome | RefundOutcome | NotFound> {
    if (request.kind === 'verify') return NOT_FOUND;
    const authorisation: AuthorisationReference =
      'authorisation' in request ? request.authorisation : { kind: 'authorise', operationID: request.operationID };
    const known = await this.find(authorisation, deadline);
    if (!known) {
      const notes = await TBankNotes.read(this.book, authorisation.operationID);
      if (!notes.find('blocked')) return NOT_FOUND;
      if (request.kind === 'authorise') return NOTHING_HELD;
      return request.kind === 'void' ? this.block(authorisation) : NOT_FOUND;
    }
    const { Status: status } = known.payment;
    switch (request.kind) {
      case 'authorise':
        return paymentOutcome(known);
      case 'capture':
        // A payment is captured only once, by any caller.
        if (STATUSES.capturing.has(status)) return { kind: 'unknown' };
        if (!STATUSES.captured.has(status)) return NOT_FOUND;
        return this.keepCapture(captureOutcome(known), known, request.expected?.amount);
      case 'void':
        return STATUSES.released.has(status) || STATUSES.refused.has(status) ? releaseOutcome(known) : NOT_FOUND;
      case 'refund':
        return findRefund(known, request.operationID);
    }
  }

  /** Begins a session; should names have to differ, one that follows a lost one has another name. */
  private async begin(request: AuthoriseRequest, PayType: 'O' | 'T', deadline: Deadline) {
    const { operationID, amount, description, returnUrl, callbackUrl } = request;
    const OrderId = toOrderID(operationID);
    const dueDate = new Date(Date.now() + PAYABLE_MS).toISOString().replace(/\.\d+Z$/, '+00:00');
    const fields = {
      ...{ Amount: Number(amount), OrderId, PayType, RedirectDueDate: dueDate },
      Description: cutText(description, MAX_DESCRIPTION),
      NotificationURL: callbackUrl,
      ...(returnUrl !== undefined && { SuccessURL: returnUrl, FailURL: returnUrl }),
    };
    try {
      return await this.client.call('Init', fields, sessionSchema, deadline);
    } catch (error) {
      if (!(error instanceof TBankRefusal) || (await this.sessions(OrderId, deadline)).length === 0) throw error;
      return this.client.call('Init', { ...fields, OrderId: repeatedOrderID(OrderId) }, sessionSchema, deadline);
    }
  }

  /** Finds a payment by its reference, if known, by the session that the payer was given, or by its order. */
  private async find(authorisation: AuthorisationReference, deadline: Deadline): Promise<Known | undefined> {
    const { operationID } = authorisation;
    const notes = await TBankNotes.read(this.book, operationID);
    const id = authorisation.connectorReference ?? notes.find('page')?.connectorReference;
    const payment = id === undefined ? undefined : await this.paymentByID(id, deadline);
    if (id !== undefined && payment && !STATUSES.refused.has(payment.Status))
      return { operationID, notes, id, payment };
    const sessions = await this.sessions(payment?.OrderId ?? toOrderID(operationID), deadline);
    // The payer may have paid in another session of the order; one that is new was not shown.
    const paid = sessions.find(({ Status }) => hasMoney(Status));
    const other = paid && (await this.paymentByID(paid.PaymentId, deadline));
    if (other) return { operationID, notes, id: paid.PaymentId, payment: other };
    const own = sessions.find(({ PaymentId }) => PaymentId === id);
    return id === undefined || !payment ? undefined : { operationID, notes, id, payment, declineCode: own?.ErrorCode };
  }

  private paymentByID(PaymentId: string, deadline: Deadline): Promise<TBankPayment | undefined> {
    return orMissing(this.client.call('GetState', { PaymentId }, paymentSchema, deadline));
  }

  private async sessions(OrderId: string, deadline: Deadline) {
    return (await orMissing(this.client.call('CheckOrder', { OrderId }, orderSchema, deadline)))?.Payments ?? [];
  }

  /** The bank refuses repeated changes, and says no amounts: the current payment is the result. */
  private async afterwards(
    changed: Promise<object>,
    { id, payment: before }: Known,
    deadline: Deadline,
  ): Promise<TBankPayment> {
    const refused = await changed.then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof TBankRefusal) return error;
        throw error;
      },
    );
    const current = await this.paymentByID(id, deadline);
    if (current && (!refused || current.Status !== before.Status)) return current;
    throw refused ?? new ConnectorUnavailable('T-Bank does not show the payment');
  }

  private async keepCapture<Outcome extends FollowUpOutcome>(
    outcome: Outcome,
    { notes, payment }: Known,
    expected?: bigint,
  ): Promise<Outcome> {
    const isConfirmed = outcome.kind === 'approved' && outcome.amountMinor === expected;
    if (isConfirmed && payment.Status === 'CONFIRMED' && !notes.find('captured')) {
      await notes.add('captured', { connectorReference: payment.PaymentId, amount: payment.Amount });
    }
    return outcome;
  }

  /** No session of an operation that has not arrived is begun any more. */
  private async block({ operationID }: AuthorisationReference): Promise<FollowUpOutcome> {
    const notes = await TBankNotes.read(this.book, operationID);
    await notes.add('blocked', { connectorReference: operationID });
    return { kind: 'approved', connectorReference: operationID };
  }
}
