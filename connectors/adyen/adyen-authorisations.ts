import type { NoticeBook } from '../../domain/payments/connector-notice/connector-notice';
import type { BrowserInfo } from '../../domain/payments/payment/browser-info';
import type { UserInteraction } from '../../domain/payments/payment/user-interaction';
import type { AuthoriseRequest, PaymentOutcome, VerifyRequest } from '../connector';
import type { Deadline } from '../deadline';
import { toAdyenAmount } from './adyen-amount';
import { readOutcome } from './adyen-calls';
import type { AdyenCheckout } from './adyen-checkout';
import { AdyenRefusal } from './adyen-client';
import { ownNotice, readStatements, type Statements } from './adyen-notices';
import type { AdyenPayment } from './adyen-objects';
import { NOTHING_HELD, paymentOutcome, toApproved } from './adyen-outcome';
import { describePayer } from './payer-details';
import { isSale, payWith, storeMethod, toReference, toShopperReference } from './payment-method';
import { toDeclined, toDeclinedCard } from './refusal-reasons';
import { buildReturnUrl } from './return-url';

/** Payments and verifications until their result. */
export class AdyenAuthorisations {
  constructor(
    private readonly checkout: AdyenCheckout,
    private readonly book: NoticeBook,
    private readonly hmacKey: Buffer,
  ) {}

  async authorise(request: AuthoriseRequest): Promise<PaymentOutcome> {
    const { amount, currency, makeRecurrent, schemeTransactionID } = request;
    const linked = schemeTransactionID === undefined ? {} : { networkTxReference: schemeTransactionID };
    return this.pay(request, { amount: toAdyenAmount(amount, currency), isStored: makeRecurrent, linked });
  }

  /** Verifies a card with a payment of zero, which stores it. */
  async verify(request: VerifyRequest): Promise<PaymentOutcome> {
    return this.pay(request, { amount: toAdyenAmount(0n, request.currency), isStored: true });
  }

  private async pay(
    request: VerifyRequest & Pick<AuthoriseRequest, 'threeDSecure'>,
    { amount, isStored, linked = {} }: { amount: object; isStored: boolean; linked?: object },
  ): Promise<PaymentOutcome> {
    const { operationID, callbackUrl } = request;
    const reference = toReference(operationID);
    return readOutcome(request, async (deadline) => {
      const method = payWith(request.paymentTool, {
        threeDSecure: request.threeDSecure,
        currency: request.currency,
        isStored,
      });
      const returnUrl = buildReturnUrl(callbackUrl, operationID, this.hmacKey);
      const statements = await readStatements(this.book, { kind: 'authorise', operationID });
      if (statements.own('blocked')) return NOTHING_HELD;
      if (isStored) await this.book.record([ownNotice('recurrent', { reference })]);
      if (isSale(request.paymentTool)) await this.book.record([ownNotice('sale', { reference })]);
      const body = {
        operationID,
        cardTransport: request.cardTransport,
        amount,
        returnUrl,
        additionalData: { ...(!isSale(request.paymentTool) && { manualCapture: 'true' }), ...linked },
        ...method,
        ...describePayer(request),
        ...(isStored && storeMethod(operationID)),
      };
      try {
        const payment = await this.checkout.pay(body, deadline);
        return await this.readPayment(payment, { operationID, isStored, deadline, browser: request.browser });
      } catch (error) {
        const declined = error instanceof AdyenRefusal ? toDeclinedCard(error.errorCode) : undefined;
        if (declined) return declined;
        throw error;
      }
    });
  }

  /** Reads an answer, keeps the page for the payer, and finds the token of a stored payment method. */
  private async readPayment(
    payment: AdyenPayment,
    { operationID, isStored, deadline, browser }: Reading,
  ): Promise<PaymentOutcome> {
    const reference = toReference(operationID);
    const shopperReference = isStored ? toShopperReference(operationID) : undefined;
    const outcome = paymentOutcome(payment, { operationID, shopperReference, browser });
    if (outcome.kind === 'interactionRequired') {
      const details = { interaction: JSON.stringify(outcome.interaction) };
      await this.book.record([ownNotice('redirect', { reference, details })]);
    }
    return outcome.kind === 'approved' && isStored ? this.withToken(outcome, operationID, deadline) : outcome;
  }

  /** What is known of an operation; what a returning payer brought is submitted. */
  async find(
    { operationID }: { operationID: string },
    statements: Statements,
    deadline: Deadline,
  ): Promise<PaymentOutcome | undefined> {
    const { released, authorised, refused, own } = statements;
    const isStored = own('recurrent') !== undefined;
    if (released) return NOTHING_HELD;
    if (authorised) {
      const approved = toApproved(authorised, operationID);
      return isStored ? this.withToken(approved, operationID, deadline) : approved;
    }
    if (own('blocked')) return NOTHING_HELD;
    if (refused) return toDeclined(refused.details['reason']);
    const redirectResult = own('returned')?.details['redirectResult'];
    const redirect = own('redirect');
    const page = redirect && toInteraction(redirect.details['interaction'] ?? '', statements.reference);
    if (redirectResult === undefined) return page;
    return this.endInteraction({ operationID, redirectResult, isStored, deadline }, page);
  }

  /** A result of another payment, or one that Adyen rejects, leaves the payment waiting for its payer. */
  private async endInteraction(
    { operationID, redirectResult, isStored, deadline }: Returned,
    page: PaymentOutcome | undefined,
  ): Promise<PaymentOutcome | undefined> {
    try {
      const payment = await this.checkout.submitDetails(operationID, redirectResult, deadline);
      if (payment.merchantReference !== toReference(operationID)) return page;
      return await this.readPayment(payment, { operationID, isStored, deadline });
    } catch (error) {
      if (error instanceof AdyenRefusal) return page;
      throw error;
    }
  }

  /** Without its token a stored payment method has no result yet. */
  private async withToken(
    outcome: Extract<PaymentOutcome, { kind: 'approved' }>,
    operationID: string,
    deadline: Deadline,
  ): Promise<PaymentOutcome> {
    const recurrentToken = outcome.recurrentToken ?? (await this.checkout.findToken(operationID, deadline));
    return recurrentToken === undefined ? { kind: 'unknown' } : { ...outcome, recurrentToken };
  }
}

interface Reading {
  operationID: string;
  isStored: boolean;
  deadline: Deadline;
  browser?: BrowserInfo | undefined;
}

interface Returned extends Reading {
  redirectResult: string;
}

function toInteraction(text: string, connectorReference: string): PaymentOutcome {
  return { kind: 'interactionRequired', connectorReference, interaction: JSON.parse(text) as UserInteraction };
}
