import type { NoticeBook } from '../../domain/payments/connector-notice/connector-notice';
import type { UserInteraction } from '../../domain/payments/payment/user-interaction';
import { present } from '../../domain/platform/fields/present';
import { AcquirerRefusal } from '../acquirer-http';
import type { AuthoriseRequest, PaymentOutcome } from '../connector';
import { ConnectorRejection } from '../connector-rejection';
import type { Deadline } from '../deadline';
import { NOTHING_HELD } from '../declined';
import type { TBankClient, Terminal } from './tbank-client';
import { TBankNotes } from './tbank-notes';
import {
  changedSchema,
  finishedSchema,
  paymentSchema,
  STATUSES,
  versionSchema,
  type FinishedPayment,
} from './tbank-objects';
import { paymentOutcome, type Known } from './tbank-outcome';
import { returnAddress } from './tbank-return';
import type { TBankSessions } from './tbank-sessions';
import { describeBrowser, fullAddress, toChallenge } from './three-d-secure';

interface CardOptions {
  client: TBankClient;
  sessions: TBankSessions;
  book: NoticeBook;
  terminal: Terminal;
  /** The bank's public key of the terminal, for an account that sends cards. */
  cardKey: string | undefined;
}

/** Sends cards to sessions: with 3-D Secure 2 if the payer's browser is known. */
export class TBankCards {
  constructor(private readonly options: CardOptions) {}

  /** @throws ConnectorRejection without the terminal's key */
  assertPossible({ cardTransport }: AuthoriseRequest): void {
    const { cardKey } = this.options;
    if (cardKey === undefined || !cardTransport) {
      throw ConnectorRejection.unsent('The account has no public key for cards', 'cardKey');
    }
  }

  /** Only the session that is kept gets the card if several are begun at the same time. */
  async begin(request: AuthoriseRequest, deadline: Deadline): Promise<PaymentOutcome> {
    const { operationID } = request;
    const session = await this.options.sessions.begin(request, { PayType: 'T', schema: paymentSchema }, deadline);
    const stated = await this.options.sessions.keep(request, session, { payType: 'T', card: 'own' });
    const notes = await TBankNotes.read(this.options.book, operationID);
    if (notes.find('blocked')) return NOTHING_HELD;
    const kept = notes.find('page')?.connectorReference;
    // A session of something else: what it states contradicts the request.
    if (kept === undefined) return { kind: 'approved', connectorReference: session.PaymentId, stated };
    return this.pay(request, kept, deadline);
  }

  /** Sends the card to a session that waits for one. The bank takes one card: a second request is refused. */
  async pay(request: AuthoriseRequest, PaymentId: string, deadline: Deadline): Promise<PaymentOutcome> {
    const { operationID } = request;
    try {
      const { payment, challenge } = await this.finish(request, PaymentId, deadline);
      if (payment.PaymentId !== PaymentId) return { kind: 'unknown' };
      let notes = await TBankNotes.read(this.options.book, operationID);
      if (challenge) {
        const details = { challenge: JSON.stringify(challenge) };
        await notes.add('challenge', { connectorReference: PaymentId, details });
        notes = await TBankNotes.read(this.options.book, operationID);
        if (notes.find('blocked')) return NOTHING_HELD;
      }
      return paymentOutcome({ operationID, notes, id: PaymentId, payment, declineCode: payment.ErrorCode });
    } catch (error) {
      if (!(error instanceof AcquirerRefusal)) throw error;
      // A declined card, or one that was sent before.
      const current = await this.options.sessions.find({ kind: 'authorise', operationID }, deadline);
      if (!current || isWaitingForCard(current)) throw error;
      return paymentOutcome(current);
    }
  }

  /** The payer is back from the card's bank, whose result decides. */
  async authenticated(known: Known, deadline: Deadline): Promise<Known> {
    const returned = known.notes.find('returned');
    if (!returned || !isAuthenticating(known)) return known;
    const { MD, PaRes } = returned.details;
    const method = PaRes === undefined ? 'Submit3DSAuthorizationV2' : 'Submit3DSAuthorization';
    const fields = { PaymentId: known.id, ...(PaRes !== undefined && { MD, PaRes }) };
    const submitted = this.options.client.call({ method, isForm: true }, fields, changedSchema, deadline);
    await this.options.sessions.afterwards(submitted, known, deadline).catch((error: unknown) => {
      if (!(error instanceof AcquirerRefusal)) throw error;
    });
    const { operationID, id: connectorReference } = known;
    return (
      (await this.options.sessions.find({ kind: 'authorise', operationID, connectorReference }, deadline)) ?? known
    );
  }

  private async finish(
    request: AuthoriseRequest,
    PaymentId: string,
    deadline: Deadline,
  ): Promise<{ payment: FinishedPayment; challenge?: UserInteraction | undefined }> {
    const { client, terminal, cardKey: CardKey } = this.options;
    const { paymentTool: card, cardTransport, payer, browser } = request;
    if (card.type !== 'card') throw ConnectorRejection.unsent('The payment tool is not a card', 'paymentTool');
    const CardData = present({
      PAN: card.cardNumber,
      ExpDate: card.expDate.replace('/', ''),
      CardHolder: card.cardHolder,
      CVV: card.cvv,
    });
    const fields = { PaymentId, CardData, CardKey };
    const device = describeBrowser(request);
    const sending = {
      cardTransport,
      browser: present({ accept: browser?.acceptHeader, 'user-agent': browser?.userAgent }),
    };
    const checked =
      device && (await client.call({ method: 'Check3dsVersion', ...sending }, fields, versionSchema, deadline));
    const returnUrl = returnAddress(request.callbackUrl, request.operationID, terminal.password);
    const isSecond = checked?.Version.startsWith('2') ?? false;
    const sent = {
      ...fields,
      ...(payer?.ip !== undefined && { IP: fullAddress(payer.ip) }),
      ...(isSecond && {
        DATA: { ...device, threeDSCompInd: checked?.ThreeDSMethodURL ? 'N' : 'U', cresCallbackUrl: returnUrl },
      }),
    };
    const payment = await client.call({ method: 'FinishAuthorize', ...sending }, sent, finishedSchema, deadline);
    return { payment, challenge: toChallenge(payment, { returnUrl, version: checked?.Version }) };
  }
}

/** Whether a session for a card has not got one yet. */
export function isWaitingForCard({ notes, payment }: Known): boolean {
  return notes.find('page')?.details['card'] !== undefined && payment.Status === 'NEW';
}

/** Whether the payer of a card is with the card's bank. */
export function isAuthenticating({ notes, payment }: Known): boolean {
  return notes.find('page')?.details['card'] !== undefined && STATUSES.waiting.has(payment.Status);
}
