import type { LookupFunction } from 'node:net';
import type { NoticeBook } from '../../domain/payments/connector-notice/connector-notice';
import { AcquirerRefusal, toIdempotencyKey } from '../acquirer-http';
import {
  ConnectorUnavailable,
  type AuthorisationReference,
  type AuthoriseRequest,
  type FollowUpOutcome,
  type LookUpRequest,
  type NotFound,
  type PaymentConnector,
  type PaymentOutcome,
  type ReceiptConnector,
  type RefundOutcome,
} from '../connector';
import { ConnectorRejection } from '../connector-rejection';
import type { Deadline } from '../deadline';
import { NOTHING_HELD } from '../declined';
import { readOutcome, requireOutcome } from '../run-operation';
import type { SettlementOutcome } from '../settlement';
import type { AnswerStatement } from '../stated';
import { payWith, type TBankMethod } from './payment-method';
import { TBankClient, type Terminal } from './tbank-client';
import { isAuthenticating, isWaitingForCard, TBankCards } from './tbank-cards';
import { TBankNotes } from './tbank-notes';
import {
  cancelledSchema,
  changedSchema,
  hasMoney,
  qrSchema,
  sessionSchema,
  STATUSES,
  takenSchema,
} from './tbank-objects';
import { captureOutcome, interactionOf, paymentOutcome, productOf, releaseOutcome, type Known } from './tbank-outcome';
import { TBankReceipts, type TBankReceiptSettings } from './tbank-receipts';
import { findRefund, refund } from './tbank-refunds';
import { TBankSessions } from './tbank-sessions';

export interface TBankOptions {
  terminal: Terminal;
  /** The bank's public key of the terminal; without it no cards are sent. */
  cardKey?: string | undefined;
  receipts?: TBankReceiptSettings | undefined;
  /** The address of the API with its version. */
  url: string;
  /** Keeps what the bank does not show again. */
  book: NoticeBook;
  lookup?: LookupFunction | undefined;
}

const NOT_FOUND: NotFound = { kind: 'notFound' };
type FoundOutcome = PaymentOutcome | RefundOutcome | NotFound;

/** Currencies are not stated: a terminal has one. */
const FACTS: AnswerStatement['facts'] = {
  authorise: ['operation', 'reference', 'amount', 'account'],
  capture: ['authorisation', 'authorisationReference', 'amount', 'account'],
  refund: ['authorisation', 'authorisationReference', 'amount', 'account'],
};

/** T-Bank: payments on the bank's page, by cards and by the fast payment system (acquiring API, version 2). */
export class TBankConnector implements PaymentConnector, ReceiptConnector {
  readonly states: AnswerStatement;
  private readonly client: TBankClient;
  private readonly book: NoticeBook;
  private readonly sessions: TBankSessions;
  private readonly cards: TBankCards;
  private readonly receipts: TBankReceipts;

  constructor({ terminal, cardKey, book, isTest, receipts, ...address }: TBankOptions & { isTest: boolean }) {
    this.states = { isTest, account: terminal.key, facts: FACTS };
    this.client = new TBankClient(terminal, address);
    this.receipts = new TBankReceipts(receipts);
    this.sessions = new TBankSessions(this.client, book, terminal.key, this.receipts);
    this.cards = new TBankCards({ client: this.client, sessions: this.sessions, book, terminal, cardKey });
    this.book = book;
  }

  /** A session whose page was not shown cannot be paid: one whose answer was lost is simply followed by another. */
  readonly authorise: PaymentConnector['authorise'] = (request) =>
    readOutcome(request, async (deadline) => {
      if (request.makeRecurrent) throw ConnectorRejection.unsent('T-Bank’s page stores no cards here', 'makeRecurrent');
      const method = payWith(request.paymentTool);
      if (request.currency !== 'RUB') throw ConnectorRejection.unsent('T-Bank takes RUB only', 'currency');
      if (method.isCard) this.cards.assertPossible(request);
      const { operationID } = request;
      const notes = await TBankNotes.read(this.book, operationID);
      if (notes.find('blocked')) return NOTHING_HELD;
      const known = notes.find('page') && (await this.sessions.find({ kind: 'authorise', operationID }, deadline));
      if (known) return isWaitingForCard(known) ? this.cards.pay(request, known.id, deadline) : paymentOutcome(known);
      return method.isCard ? this.cards.begin(request, deadline) : this.beginPage(request, method, deadline);
    });

  private async beginPage(request: AuthoriseRequest, method: TBankMethod, deadline: Deadline): Promise<PaymentOutcome> {
    const begun = { PayType: method.payType, schema: sessionSchema };
    const session = await this.sessions.begin(request, begun, deadline);
    const { PaymentId: connectorReference } = session;
    const qr = method.isQr && (await this.client.call('GetQr', { PaymentId: connectorReference }, qrSchema, deadline));
    const details = { payType: method.payType, ...(qr ? { qrCode: qr.Data } : { page: session.PaymentURL }) };
    const stated = await this.sessions.keep(request, session, details);
    const interaction = interactionOf(details);
    return interaction ? { kind: 'interactionRequired', connectorReference, interaction, stated } : { kind: 'unknown' };
  }

  readonly verify: PaymentConnector['verify'] = () =>
    Promise.reject(ConnectorRejection.unsent('T-Bank’s page stores no cards here', 'paymentTool'));

  readonly capture: PaymentConnector['capture'] = (request) =>
    readOutcome(request, async (deadline) => {
      const known = await this.sessions.find(request.authorisation, deadline);
      if (!known) return NOTHING_HELD;
      if (!STATUSES.held.has(known.payment.Status)) return captureOutcome(known);
      const fields = { PaymentId: known.id, Amount: Number(request.amount) };
      const receipt = this.receipts.ofFollowUp({ ...request, product: productOf(known) });
      const confirmed = this.client.call('Confirm', { ...fields, ...receipt }, changedSchema, deadline);
      const after = { ...known, payment: await this.sessions.afterwards(confirmed, known, deadline) };
      return this.keepCapture(captureOutcome(after), after, request.amount);
    });

  /** @throws ConnectorUnavailable while the payer can still pay: T-Bank cancels sessions that are new and holds only */
  readonly void: PaymentConnector['void'] = (request) =>
    readOutcome(request, async (deadline) => {
      const { authorisation, operationID } = request;
      let known = (await this.sessions.find(authorisation, deadline)) ?? (await this.block(authorisation, deadline));
      if (!known) return { kind: 'approved', connectorReference: authorisation.operationID };
      if (isAuthenticating(known)) {
        await known.notes.add('blocked', { connectorReference: known.id });
        const notes = await TBankNotes.read(this.book, authorisation.operationID);
        // Money is held only by a request after the payer's return, which may be on its way.
        if (!notes.find('returned')) return releaseOutcome(known);
        known = await this.cards.authenticated({ ...known, notes }, deadline);
      }
      const { Status: status } = known.payment;
      if (STATUSES.released.has(status) || STATUSES.refused.has(status)) return releaseOutcome(known);
      if (STATUSES.captured.has(status)) return NOTHING_HELD;
      const fields = { PaymentId: known.id, ExternalRequestId: toIdempotencyKey(operationID) };
      const cancelled = this.client.call('Cancel', fields, cancelledSchema, deadline);
      const payment = await this.sessions.afterwards(cancelled, known, deadline).catch((error: unknown) => {
        if (error instanceof AcquirerRefusal && !hasMoney(status)) return known.payment;
        throw error;
      });
      if (STATUSES.released.has(payment.Status)) return releaseOutcome({ ...known, payment });
      throw new ConnectorUnavailable(`The payment is ${payment.Status}, not released yet`);
    });

  readonly refund: PaymentConnector['refund'] = (request) =>
    readOutcome(request, async (deadline) => {
      const known = await this.sessions.find(request.authorisation, deadline);
      if (!known) return NOTHING_HELD;
      const receipt = this.receipts.ofFollowUp({ ...request, product: productOf(known) });
      return refund(this.client, known, { ...request, receipt }, deadline);
    });

  /** The bank shows no receipts and may take one twice: one whose answer was lost is not sent again, but left to operators. */
  readonly settlePrepayment: ReceiptConnector['settlePrepayment'] = (request) =>
    readOutcome<SettlementOutcome>(request, async (deadline) => {
      const { authorisation, operationID } = request;
      const known = await this.sessions.find(authorisation, deadline);
      const receipt = this.receipts.ofSettlement({ ...request, product: known && productOf(known) });
      if (!receipt) return { kind: 'notOwed' };
      if (!known) throw ConnectorRejection.unsent('T-Bank does not know the payment of a receipt', 'PaymentId');
      const { notes, id: connectorReference } = known;
      if (!notes.find('settled', operationID)) {
        const attempt = notes.count('unsettled', operationID);
        if (notes.count('settling', operationID) > attempt)
          throw new ConnectorRejection('T-Bank may have taken the receipt', { code: 'answerUncertain' });
        await notes.add('settling', { connectorReference }, operationID, attempt);
        const fields = { PaymentId: connectorReference, ...receipt };
        await this.client.call('SendClosingReceipt', fields, takenSchema, deadline).catch(async (error: unknown) => {
          if (error instanceof ConnectorUnavailable)
            await notes.add('unsettled', { connectorReference }, operationID, attempt);
          throw error;
        });
        await notes.add('settled', { connectorReference }, operationID);
      }
      return { kind: 'registered', connectorReference };
    });

  readonly lookUp: PaymentConnector['lookUp'] = async (request) =>
    requireOutcome(await readOutcome(request, (deadline) => this.findOutcome(request, deadline)));

  private async findOutcome(request: LookUpRequest, deadline: Deadline): Promise<FoundOutcome> {
    if (request.kind === 'verify') return NOT_FOUND;
    const authorisation: AuthorisationReference =
      'authorisation' in request ? request.authorisation : { kind: 'authorise', operationID: request.operationID };
    const known = await this.sessions.find(authorisation, deadline);
    if (!known) {
      const notes = await TBankNotes.read(this.book, authorisation.operationID);
      if (!notes.find('blocked')) return NOT_FOUND;
      if (request.kind === 'authorise') return NOTHING_HELD;
      const connectorReference = authorisation.operationID;
      return request.kind === 'void' ? { kind: 'approved', connectorReference } : NOT_FOUND;
    }
    const isBlocked = known.notes.find('blocked') !== undefined && !hasMoney(known.payment.Status);
    const { Status: status } = known.payment;
    switch (request.kind) {
      case 'authorise':
        if (isBlocked) return NOTHING_HELD;
        if (isWaitingForCard(known)) return NOT_FOUND;
        // The answer with the page of the card's bank was lost: no payer can confirm, and no result is sent.
        if (isAuthenticating(known) && !known.notes.find('challenge')) {
          await known.notes.add('blocked', { connectorReference: known.id });
          return NOTHING_HELD;
        }
        return paymentOutcome(await this.cards.authenticated(known, deadline));
      case 'capture':
        // A payment is captured only once, by any caller.
        if (STATUSES.capturing.has(status)) return { kind: 'unknown' };
        if (!STATUSES.captured.has(status)) return NOT_FOUND;
        return this.keepCapture(captureOutcome(known), known, request.expected?.amount);
      case 'void':
        return isBlocked || STATUSES.released.has(status) || STATUSES.refused.has(status)
          ? releaseOutcome(known)
          : NOT_FOUND;
      case 'refund':
        return findRefund(known, request.operationID);
    }
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
  private async block(authorisation: AuthorisationReference, deadline: Deadline): Promise<Known | undefined> {
    const { operationID } = authorisation;
    const notes = await TBankNotes.read(this.book, operationID);
    await notes.add('blocked', { connectorReference: operationID });
    // One may have been begun before that note.
    return this.sessions.find(authorisation, deadline);
  }
}
