import Stripe from 'stripe';
import type { ConnectorNotice, NoticeBook } from '../../domain/payments/connector-notice/connector-notice';
import { isWebAddress } from '../../domain/delivery/web-address/web-address';
import type { AuthoriseRequest, PaymentOutcome } from '../connector';
import { ConnectorRejection } from '../connector-rejection';
import type { Deadline } from '../deadline';
import { methodOfProvider } from '../provider-methods';
import { buildReturnUrl } from '../return-url';
import { pageOutcome, paymentIntentOutcome } from './intent-outcome';
import { attemptNotice, pageNotice, readPage, RETURNED, type PageState } from './page-notices';
import { asOperation, isKeyTaken, OPERATION } from './stripe-operations';

/** How cards are paid with on our page, by the provider of a terminal or a digital wallet: for shops without PCI DSS papers. */
const METHODS_BY_PROVIDER = { bank_card: 'card' } as const;

/** More cards are not tried for a payment. */
const MAX_CARDS = 10;
/** Marks an intent that is confirmed with the cards of our page. */
export const PAGE = 'holdfast_page';

export interface PageAccess {
  secretKey: string;
  /** Without it Stripe's Element cannot be shown. */
  publishableKey?: string | undefined;
  /** What is kept of the page. */
  book: NoticeBook;
}

/** Payments whose payers enter cards in Stripe's Element on our page: each is one intent, which only we confirm. */
export class PagePayments {
  constructor(
    private readonly stripe: Stripe,
    private readonly access: PageAccess,
  ) {}

  /** @throws ConnectorRejection for another provider, and for an account without a publishable key */
  async open(request: AuthoriseRequest & { provider: string }): Promise<string> {
    methodOfProvider(METHODS_BY_PROVIDER, request.provider, 'Stripe');
    const { secretKey, publishableKey, book } = this.access;
    if (publishableKey === undefined)
      throw ConnectorRejection.unsent('Cards on our page need the credential publishableKey (pk_…)', 'publishableKey');
    const { operationID: reference, amount, currency, merchantName, description } = request;
    const url = buildReturnUrl(request.callbackUrl, reference, Buffer.from(secretKey));
    const details = { url, merchantName, description };
    await book.record([pageNotice('page', { reference, amount, currency, details })]);
    return url;
  }

  /** No further card is confirmed. */
  async close({ operationID: reference }: { operationID: string }): Promise<void> {
    await this.access.book.record([pageNotice('closed', { reference })]);
  }

  /** What became of the card that the payer entered last, which is confirmed first if it was not. */
  async findOutcome(id: string, operationID: string, deadline: Deadline): Promise<PaymentOutcome> {
    const state = await readPage(this.access.book, operationID);
    // Read after the statements: if it waits for a card after 3-D Secure has begun, that has failed.
    const before = await this.retrieve(id, deadline);
    const isOurs = before.id === id && before.metadata[OPERATION] === operationID;
    const isNew = isOurs && state.card !== undefined && state.bankUrl === undefined && !state.isClosed;
    const intent = isNew && isWaiting(before) ? await this.confirm(id, { ...state, operationID }, deadline) : before;
    const url = state.page?.details['url'];
    if (url !== undefined && (isWaiting(intent) || intent.status === 'requires_action')) {
      await this.access.book.record(stepsOf(intent, { ...state, operationID }));
      return pageOutcome(intent, url);
    }
    const outcome = paymentIntentOutcome(intent);
    if (outcome.kind !== 'unknown') await this.close({ operationID });
    return outcome;
  }

  private retrieve(id: string, deadline: Deadline): Promise<Stripe.PaymentIntent> {
    return this.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }, { timeout: deadline.leftMs() });
  }

  /** @returns the intent, which still waits for a card if Stripe refuses this one */
  private async confirm(
    id: string,
    { operationID, attempt, card, page }: PageState & { operationID: string },
    deadline: Deadline,
  ): Promise<Stripe.PaymentIntent> {
    try {
      const payment_method = card?.details['paymentMethod'] ?? '';
      const return_url = `${page?.details['url']}&${RETURNED}=1`;
      const paid = { payment_method, return_url, expand: ['latest_charge'] };
      return await this.stripe.paymentIntents.confirm(
        id,
        paid,
        asOperation({ operationID }, deadline, `card${attempt}`),
      );
    } catch (error) {
      // The payer’s browser may have sent an id of no card, or of another payer’s card.
      const { StripeCardError, StripeInvalidRequestError } = Stripe.errors;
      const isRefused = error instanceof StripeCardError || error instanceof StripeInvalidRequestError;
      if (!isRefused || isKeyTaken(error)) throw error;
      return this.retrieve(id, deadline);
    }
  }
}

export const isOfPage = ({ metadata }: Stripe.PaymentIntent): boolean => PAGE in metadata;

/** An unconfirmed intent, or one whose last card was declined. */
export const isWaiting = ({ status }: Stripe.PaymentIntent): boolean => status === 'requires_payment_method';

/** What the page shows of an attempt: its bank’s address, or that the card did not pay. */
function stepsOf(
  intent: Stripe.PaymentIntent,
  { operationID, attempt, card }: PageState & { operationID: string },
): ConnectorNotice[] {
  const of = { operationID, attempt };
  if (!isWaiting(intent)) {
    const url = intent.next_action?.redirect_to_url?.url ?? '';
    return isWebAddress(url) ? [attemptNotice('redirect', of, { url })] : [];
  }
  if (card === undefined) return [];
  const isLast = attempt >= MAX_CARDS;
  return [attemptNotice('declined', of), ...(isLast ? [pageNotice('closed', { reference: operationID })] : [])];
}
