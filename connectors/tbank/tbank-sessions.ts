import type { z } from 'zod';
import type { NoticeBook } from '../../domain/payments/connector-notice/connector-notice';
import { AcquirerRefusal, orMissing } from '../acquirer-http';
import { ConnectorUnavailable, type AuthorisationReference, type AuthoriseRequest } from '../connector';
import { cutText } from '../cut-text';
import type { Deadline } from '../deadline';
import type { Stated } from '../stated';
import { repeatedOrderID, toOrderID } from './order-id';
import type { TBankClient } from './tbank-client';
import { MISSING_CODES } from './tbank-codes';
import { TBankNotes } from './tbank-notes';
import { hasMoney, orderSchema, paymentSchema, STATUSES, type TBankPayment } from './tbank-objects';
import { opening, type Known } from './tbank-outcome';
import type { TBankReceipts } from './tbank-receipts';

const MAX_DESCRIPTION = 140;
/** How long a page or a code may be paid: a payment's deadline passes within the hour. */
const PAYABLE_MS = 3_600_000;

const isMissing = ({ code }: { code: string }): boolean => MISSING_CODES.has(code);

/** Begins sessions and finds them again. */
export class TBankSessions {
  constructor(
    private readonly client: TBankClient,
    private readonly book: NoticeBook,
    private readonly account: string,
    private readonly receipts: TBankReceipts,
  ) {}

  /** Begins a session; should names have to differ, one that follows a lost one has another name. */
  async begin<Session>(
    request: AuthoriseRequest,
    { PayType, schema }: { PayType: 'O' | 'T'; schema: z.ZodType<Session> },
    deadline: Deadline,
  ): Promise<Session> {
    const { operationID, amount, description, returnUrl, callbackUrl } = request;
    const OrderId = toOrderID(operationID);
    const dueDate = new Date(Date.now() + PAYABLE_MS).toISOString().replace(/\.\d+Z$/, '+00:00');
    const fields = {
      ...{ Amount: Number(amount), OrderId, PayType, RedirectDueDate: dueDate },
      Description: cutText(description, MAX_DESCRIPTION),
      NotificationURL: callbackUrl,
      ...(returnUrl !== undefined && { SuccessURL: returnUrl, FailURL: returnUrl }),
      ...this.receipts.ofPayment({ ...request, product: description }, new Date()),
    };
    try {
      return await this.client.call('Init', fields, schema, deadline);
    } catch (error) {
      if (!(error instanceof AcquirerRefusal) || (await this.sessions(OrderId, deadline)).length === 0) throw error;
      return this.client.call('Init', { ...fields, OrderId: repeatedOrderID(OrderId) }, schema, deadline);
    }
  }

  /** Keeps the session of a payment, unless it is that of something else. */
  async keep(request: AuthoriseRequest, session: TBankPayment, details: Record<string, string>): Promise<Stated> {
    const { operationID, amount } = request;
    const stated = { ...opening(session, operationID), amount: session.Amount };
    const isOurs = stated.operation === operationID && stated.amount === amount && stated.account === this.account;
    if (isOurs) {
      const notes = await TBankNotes.read(this.book, operationID);
      const kept = { ...details, ...this.receipts.toDetails({ ...request, product: request.description }) };
      await notes.add('page', { connectorReference: session.PaymentId, amount, details: kept });
    }
    return stated;
  }

  /** Finds a payment by its reference, if known, by the session that the payer was given, or by its order. */
  async find(authorisation: AuthorisationReference, deadline: Deadline): Promise<Known | undefined> {
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

  paymentByID(PaymentId: string, deadline: Deadline): Promise<TBankPayment | undefined> {
    return orMissing(this.client.call('GetState', { PaymentId }, paymentSchema, deadline), isMissing);
  }

  private async sessions(OrderId: string, deadline: Deadline) {
    const order = await orMissing(this.client.call('CheckOrder', { OrderId }, orderSchema, deadline), isMissing);
    return order?.Payments ?? [];
  }

  /** The bank refuses repeated changes, and says no amounts: the current payment is the result. */
  async afterwards(
    changed: Promise<object>,
    { id, payment: before }: Known,
    deadline: Deadline,
  ): Promise<TBankPayment> {
    const refused = await changed.then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof AcquirerRefusal) return error;
        throw error;
      },
    );
    const current = await this.paymentByID(id, deadline);
    if (current && (!refused || current.Status !== before.Status)) return current;
    throw refused ?? new ConnectorUnavailable('T-Bank does not show the payment');
  }
}
