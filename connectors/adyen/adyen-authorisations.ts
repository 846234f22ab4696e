import type { NoticeBook } from '../../domain/payments/connector-notice/connector-notice';
import type { BrowserInfo } from '../../domain/payments/payment/browser-info';
import type { UserInteraction } from '../../domain/payments/payment/user-interaction';
import { AcquirerRefusal } from '../acquirer-http';
import type { AuthoriseRequest, PaymentOutcome, VerifyRequest } from '../connector';
import type { Deadline } from '../deadline';
import { NOTHING_HELD } from '../declined';
import { toAdyenAmount } from './adyen-amount';
import type { AdyenCheckout } from './adyen-checkout';
import { ownNotice, readStatements, type Statements } from './adyen-notices';
import type { AdyenPayment } from './adyen-objects';
import { paymentOutcome, toApproved } from './adyen-outcome';
import { nativeResult, readNativeStep } from './native-three-d-secure';
import { describePayer } from './payer-details';
import { buildPageUrl } from './payer-pages';
import { isSale, payWith, storeMethod, toReference, toShopperReference } from './payment-method';
import { toDeclined, toDeclinedCard } from './refusal-reasons';
import { buildReturnUrl } from '../return-url';
import { readOutcome } from '../run-operation';

/** Payments and verifications until their result. */
export class AdyenAuthorisations {
  constructor(
    private readonly checkout: AdyenCheckout,
    private readonly book: NoticeBook,
    private readonly options: { hmacKey: Buffer; isNative?: boolean | undefined },
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
      const { threeDSecure, currency } = request;
      const { hmacKey, isNative } = this.options;
      const payer = describePayer(request);
      const isShown = isNative === true && 'browserInfo' in payer;
      const pageUrl = isShown ? buildPageUrl(callbackUrl, operationID, hmacKey) : undefined;
      const method = payWith(request.paymentTool, { threeDSecure, pageUrl, currency, isStored });
      const returnUrl = buildReturnUrl(callbackUrl, operationID, hmacKey);
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
        ...payer,
        ...(isStored && storeMethod(operationID)),
      };
      try {
        const payment = await this.checkout.pay(body, deadline);
        const reading = { operationID, isStored, deadline, browser: request.browser, pageUrl };
        return await this.readPayment(payment, reading);
      } catch (error) {
        const declined = error instanceof AcquirerRefusal ? toDeclinedCard(error.refused.code) : undefined;
        if (declined) return declined;
        throw error;
      }
    });
  }

  /** Reads an answer, keeps what the payer has to do, and finds the token of a stored payment method. */
  private async readPayment(payment: AdyenPayment, reading: Reading): Promise<PaymentOutcome> {
    const { operationID, isStored, deadline } = reading;
    const reference = toReference(operationID);
    const shopperReference = isStored ? toShopperReference(operationID) : undefined;
    const outcome = paymentOutcome(payment, { ...reading, shopperReference });
    if (outcome.kind === 'interactionRequired') {
      const details = { interaction: JSON.stringify(outcome.interaction) };
      const step = reading.pageUrl === undefined ? undefined : readNativeStep(payment);
      const page = { page: reading.pageUrl ?? '' };
      const steps = step ? [ownNotice(step.event, { reference, details: { ...step.details, ...page } })] : [];
      await this.book.record([...steps, ownNotice('redirect', { reference, details })]);
      if (step?.event === 'fingerprint' && step.details['url'] === undefined)
        return this.skipFingerprint(outcome, reading);
    }
    return outcome.kind === 'approved' && isStored ? this.withToken(outcome, operationID, deadline) : outcome;
  }

  /** A bank without an address for it wants no fingerprint. */
  private async skipFingerprint(page: PaymentOutcome, { operationID, deadline }: Reading): Promise<PaymentOutcome> {
    const reference = toReference(operationID);
    await this.book.record([ownNotice('fingerprinted', { reference, details: { threeDSCompInd: 'U' } })]);
    const statements = await readStatements(this.book, { kind: 'authorise', operationID });
    return (await this.find({ operationID }, statements, deadline)) ?? page;
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
    const redirected = redirectResult && { key: 'details', body: { details: { redirectResult } } };
    const result = nativeResult(own) ?? redirected;
    if (!result) return page;
    return this.endInteraction({ operationID, result, isStored, deadline }, page);
  }

  /** A redirect's result of another payment, or one that Adyen rejects, leaves the payment waiting for its payer. */
  private async endInteraction(
    { result, ...reading }: Returned,
    page: PaymentOutcome | undefined,
  ): Promise<PaymentOutcome | undefined> {
    const { operationID, deadline } = reading;
    const reference = toReference(operationID);
    try {
      const payment = await this.checkout.submitDetails(operationID, result, deadline);
      const isOpen = result.key === 'fingerprint' && (await this.keepStep(payment, reference));
      if (isOpen || (!payment.action && payment.merchantReference !== reference)) return page;
      await this.book.record([ownNotice('authenticated', { reference })]);
      // The payer has left our page, and nothing leads him to another one.
      if (payment.action && result.key !== 'details') return toDeclined('42');
      return await this.readPayment(payment, reading);
    } catch (error) {
      if (!(error instanceof AcquirerRefusal)) throw error;
      if (result.key === 'details') return page;
      await this.book.record([ownNotice('authenticated', { reference })]);
      return toDeclined('42');
    }
  }

  /** After a fingerprint a challenge, which our page shows. */
  private async keepStep(payment: AdyenPayment, reference: string): Promise<boolean> {
    const step = readNativeStep(payment);
    if (step?.event !== 'challenge') return false;
    await this.book.record([ownNotice('challenge', { reference, details: step.details })]);
    return true;
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
  pageUrl?: string | undefined;
}

interface Returned extends Reading {
  result: { key: string; body: object };
}

function toInteraction(text: string, connectorReference: string): PaymentOutcome {
  return { kind: 'interactionRequired', connectorReference, interaction: JSON.parse(text) as UserInteraction };
}
