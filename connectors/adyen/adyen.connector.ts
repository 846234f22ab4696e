import type { NoticeBook } from '../../domain/payments/connector-notice/connector-notice';
import type { UserInteraction } from '../../domain/payments/payment/user-interaction';
import type { AnswerStatement } from '../stated';
import { LIVE_ADDRESS } from './adyen.cards';
import {
  type AuthoriseRequest,
  type CaptureRequest,
  type Connector,
  type FollowUpOutcome,
  type LookUpRequest,
  type NotFound,
  type PaymentConnector,
  type PaymentOutcome,
  type RefundOutcome,
  type RefundRequest,
  type Unknown,
  type VerifyRequest,
  type VoidRequest,
} from '../connector';
import type { Deadline } from '../deadline';
import type { Pending } from '../pending';
import { toAdyenAmount } from './adyen-amount';
import { requireOutcome } from '../run-operation';
import { readOutcome } from './adyen-calls';
import { AdyenCheckout } from './adyen-checkout';
import { AdyenClient, AdyenRefusal } from './adyen-client';
import { answerDisputes } from './adyen-dispute-answers';
import { getAuthorisation, ownNotice, readStatements, type Statements } from './adyen-notices';
import type { AdyenPayment } from './adyen-objects';
import { modificationOutcome, NOTHING_HELD, paymentOutcome, toApproved } from './adyen-outcome';
import { AdyenPayOuts, type AdyenPayOutOptions } from './adyen-payouts';
import { describePayer } from './payer-details';
import { payWith, storeMethod, toReference, toShopperReference } from './payment-method';
import { toDeclined, toDeclinedCard } from './refusal-reasons';
import { buildReturnUrl } from './return-url';

export interface AdyenOptions {
  apiKey: string;
  merchantAccount: string;
  /** Signs the addresses that payers return to, and Adyen's webhooks. */
  hmacKey: Buffer;
  /** The address of the Checkout API with its version. */
  url: string;
  lookup?: AdyenPayOutOptions['lookup'];
  /** What Adyen has stated: it has no API that looks payments up. */
  book: NoticeBook;
  /** Without it there are no payouts. */
  payOuts?: AdyenPayOutOptions | undefined;
  /** The address of the Disputes API with its version. Without it disputes are answered by hand. */
  disputesUrl?: string | undefined;
}

/** Adyen remembers a key for at least seven days; an hour is left for the way. */
const IDEMPOTENCY_MS = 7 * 86_400_000 - 3_600_000;
/** A receiver's bank may send a transfer back some banking days after it was booked. */
const RETURNS_WITHIN_MS = 14 * 24 * 60 * 60 * 1_000;

/** Adyen: card payments with manual capture, refunds, stored cards (Checkout version 71) and payouts (Transfers version 4). */
export function createAdyenConnector(options: AdyenOptions): Connector {
  const payments = new AdyenConnector(options);
  const payOuts = options.payOuts && new AdyenPayOuts(options.payOuts);
  return {
    authorise: payments.authorise.bind(payments),
    verify: payments.verify.bind(payments),
    capture: payments.capture.bind(payments),
    void: payments.void.bind(payments),
    refund: payments.refund.bind(payments),
    lookUp: payments.lookUp.bind(payments),
    times: { idempotencyMs: IDEMPOTENCY_MS, returnsWithinMs: RETURNS_WITHIN_MS },
    states: {
      isTest: !LIVE_ADDRESS.test(options.url),
      facts: FACTS,
      ...(options.payOuts && { payOutAccount: options.payOuts.balanceAccount }),
    },
    ...(payOuts && { payOut: payOuts.payOut.bind(payOuts), lookUpPayOut: payOuts.lookUpPayOut.bind(payOuts) }),
    ...(options.disputesUrl !== undefined && answerDisputes({ ...options, url: options.disputesUrl })),
  };
}

/**
 * Answers say nothing of test mode, which webhooks do. Webhooks of other merchant accounts and of other payments are not read.
 * A void by our reference, and a refund before its webhook, state nothing.
 */
const FACTS: AnswerStatement['facts'] = {
  authorise: ['operation', 'amount', 'currency'],
  verify: ['operation', 'currency'],
  capture: ['amount', 'currency'],
  refund: ['amount', 'currency'],
  payOut: ['operation', 'reference', 'amount', 'currency'],
};

class AdyenConnector implements Omit<PaymentConnector, 'states'> {
  private readonly checkout: AdyenCheckout;

  constructor(private readonly options: AdyenOptions) {
    this.checkout = new AdyenCheckout(new AdyenClient(options), options.merchantAccount, options.book);
  }

  async authorise(request: AuthoriseRequest): Promise<PaymentOutcome> {
    const { amount, currency, makeRecurrent, schemeTransactionID } = request;
    const linked = schemeTransactionID === undefined ? {} : { networkTxReference: schemeTransactionID };
    return this.pay(request, { amount: toAdyenAmount(amount, currency), isStored: makeRecurrent, linked });
  }

  /** Verifies a card with a payment of zero, which stores it. */
  async verify(request: VerifyRequest): Promise<PaymentOutcome> {
    return this.pay(request, { amount: toAdyenAmount(0n, request.currency), isStored: true });
  }

  async capture(request: CaptureRequest): Promise<FollowUpOutcome> {
    const { operationID, authorisation, amount, currency } = request;
    return readOutcome(request, async (deadline) => {
      const statements = await readStatements(this.options.book, authorisation);
      if (statements.captured) return modificationOutcome(statements.captured);
      if (statements.pspReference === undefined || statements.released) return this.nothingHeld(deadline);
      // Adyen may allow several captures of a payment: another one is not sent before the first has its result.
      const isAnotherDue = statements.sentCaptures.some(
        ({ reference }) => reference !== toReference(operationID) && !statements.resultOf(reference),
      );
      if (isAnotherDue) return { kind: 'unknown' };
      const modification = { kind: 'capture', operationID, authorisation, statements } as const;
      return this.checkout.modify({ ...modification, amount: toAdyenAmount(amount, currency) }, deadline);
    });
  }

  async void(request: VoidRequest): Promise<FollowUpOutcome> {
    const { operationID, authorisation } = request;
    return readOutcome(request, async (deadline) => {
      const statements = await readStatements(this.options.book, authorisation);
      const { reference, pspReference } = statements;
      const done = { kind: 'approved', connectorReference: pspReference ?? reference } as const;
      if (statements.captured) return NOTHING_HELD;
      if (statements.released) return done;
      if (authorisation.kind === 'verify' || pspReference === undefined) {
        await this.options.book.record([ownNotice('blocked', { reference })]);
      }
      if (authorisation.kind === 'verify') await this.checkout.forgetMethods(authorisation.operationID, deadline);
      else if (pspReference === undefined) await this.checkout.cancelByReference(operationID, reference, deadline);
      else return this.checkout.modify({ kind: 'cancel', operationID, authorisation, statements }, deadline);
      return done;
    });
  }

  async refund(request: RefundRequest): Promise<RefundOutcome> {
    const { operationID, authorisation, amount, currency } = request;
    return readOutcome(request, async (deadline): Promise<RefundOutcome> => {
      const statements = await readStatements(this.options.book, authorisation);
      if (statements.pspReference === undefined) return this.nothingHeld(deadline);
      const modification = { kind: 'refund', operationID, authorisation, statements } as const;
      const sent = { ...modification, amount: toAdyenAmount(amount, currency) };
      const outcome = await this.checkout.modify(sent, deadline);
      return outcome.kind === 'unknown' ? toPending(statements) : outcome;
    });
  }

  async lookUp(request: LookUpRequest): Promise<Exclude<PaymentOutcome | Pending, Unknown> | NotFound> {
    const find = async (deadline: Deadline): Promise<PaymentOutcome | Pending | NotFound> => {
      const statements = await readStatements(this.options.book, getAuthorisation(request));
      const found =
        'authorisation' in request
          ? findFollowUp(request, statements)
          : await this.findPayment(request, statements, deadline);
      if (found) return found;
      // The answer "not found" is for a connector that can be reached.
      await this.checkout.ping(deadline);
      return { kind: 'notFound' };
    };
    return requireOutcome(await readOutcome(request, find));
  }

  private async pay(
    request: VerifyRequest & Pick<AuthoriseRequest, 'threeDSecure'>,
    { amount, isStored, linked = {} }: { amount: object; isStored: boolean; linked?: object },
  ): Promise<PaymentOutcome> {
    const { operationID, callbackUrl } = request;
    const reference = toReference(operationID);
    return readOutcome(request, async (deadline) => {
      const method = payWith(request.paymentTool, request.threeDSecure);
      const returnUrl = buildReturnUrl(callbackUrl, operationID, this.options.hmacKey);
      const statements = await readStatements(this.options.book, { kind: 'authorise', operationID });
      if (statements.own('blocked')) return NOTHING_HELD;
      if (isStored) await this.options.book.record([ownNotice('recurrent', { reference })]);
      const body = {
        operationID,
        cardTransport: request.cardTransport,
        amount,
        returnUrl,
        additionalData: { manualCapture: 'true', ...linked },
        ...method,
        ...describePayer(request),
        ...(isStored && storeMethod(operationID)),
      };
      try {
        return await this.readPayment(await this.checkout.pay(body, deadline), { operationID, isStored, deadline });
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
    { operationID, isStored, deadline }: { operationID: string; isStored: boolean; deadline: Deadline },
  ): Promise<PaymentOutcome> {
    const reference = toReference(operationID);
    const shopperReference = isStored ? toShopperReference(operationID) : undefined;
    const outcome = paymentOutcome(payment, { operationID, shopperReference });
    if (outcome.kind === 'interactionRequired') {
      const details = { interaction: JSON.stringify(outcome.interaction) };
      await this.options.book.record([ownNotice('redirect', { reference, details })]);
    }
    return outcome.kind === 'approved' && isStored ? this.withToken(outcome, operationID, deadline) : outcome;
  }

  private async findPayment(
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

  private async nothingHeld(deadline: Deadline): Promise<FollowUpOutcome> {
    await this.checkout.ping(deadline);
    return NOTHING_HELD;
  }
}

interface Returned {
  operationID: string;
  redirectResult: string;
  isStored: boolean;
  deadline: Deadline;
}

function findFollowUp(
  { kind, operationID }: Extract<LookUpRequest, { kind: 'capture' | 'void' | 'refund' }>,
  statements: Statements,
): RefundOutcome | undefined {
  const { captured, released, authorised, pspReference, reference, own } = statements;
  // A payment is captured only once, by any caller.
  if (kind === 'capture' && captured) return modificationOutcome(captured);
  if (kind === 'void' && released) return { kind: 'approved', connectorReference: pspReference ?? reference };
  if (kind === 'void' && own('blocked') && !authorised) return { kind: 'approved', connectorReference: reference };
  const result = statements.resultOf(toReference(operationID));
  if (result) return modificationOutcome(result);
  if (!statements.wasSent(toReference(operationID))) return undefined;
  return kind === 'refund' ? toPending(statements) : { kind: 'unknown' };
}

/** A refund that Adyen has accepted; its result may take days. */
function toPending({ pspReference, reference }: Statements): Pending {
  return { kind: 'pending', connectorReference: pspReference ?? reference };
}

function toInteraction(text: string, connectorReference: string): PaymentOutcome {
  return { kind: 'interactionRequired', connectorReference, interaction: JSON.parse(text) as UserInteraction };
}
