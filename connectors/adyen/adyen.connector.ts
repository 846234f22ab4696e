import type { NoticeBook } from '../../domain/payments/connector-notice/connector-notice';
import { present } from '../../domain/platform/fields/present';
import type { AnswerStatement } from '../stated';
import { LIVE_ADDRESS } from './adyen.cards';
import type {
  Connector,
  FollowUpOutcome,
  LookUpRequest,
  NotFound,
  PaymentConnector,
  PaymentOutcome,
  RefundOutcome,
} from '../connector';
import type { Deadline } from '../deadline';
import { NOTHING_HELD } from '../declined';
import type { Pending } from '../pending';
import { toAdyenAmount } from './adyen-amount';
import { AdyenAuthorisations } from './adyen-authorisations';
import { readOutcome, requireOutcome } from '../run-operation';
import { AdyenCheckout } from './adyen-checkout';
import { AdyenClient } from './adyen-client';
import { answerDisputes } from './adyen-dispute-answers';
import { getAuthorisation, ownNotice, readStatements, type Statements } from './adyen-notices';
import { modificationOutcome } from './adyen-outcome';
import { adyenPayOuts, type AdyenPayOutOptions } from './adyen-payouts';
import { toReference } from './payment-method';

export interface AdyenOptions {
  apiKey: string;
  merchantAccount: string;
  /** Signs the addresses that payers return to, and Adyen's webhooks. */
  hmacKey: Buffer;
  /** Whether 3-D Secure is asked for in frames of our own page where the bank can. */
  isNative?: boolean | undefined;
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

/** Adyen: card payments with manual capture, iDEAL and Bancontact, refunds, stored cards (Checkout version 71) and payouts (Transfers version 4). */
export function createAdyenConnector(options: AdyenOptions): Connector {
  const { payOuts, disputesUrl: url } = options;
  return Object.assign(
    new AdyenConnector(options),
    payOuts && adyenPayOuts(payOuts),
    url === undefined ? undefined : answerDisputes({ ...options, url }),
  );
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

class AdyenConnector implements PaymentConnector {
  /**
   * Adyen remembers a key for at least seven days; an hour is left for the way. A receiver's bank may send a transfer back some
   * banking days after it was booked.
   */
  readonly times = { idempotencyMs: 7 * 86_400_000 - 3_600_000, returnsWithinMs: 14 * 86_400_000 };
  readonly states: AnswerStatement;
  private readonly checkout: AdyenCheckout;
  private readonly authorisations: AdyenAuthorisations;

  constructor(private readonly options: AdyenOptions) {
    const payOutAccount = options.payOuts?.balanceAccount;
    this.states = { isTest: !LIVE_ADDRESS.test(options.url), facts: FACTS, ...present({ payOutAccount }) };
    this.checkout = new AdyenCheckout(new AdyenClient(options), options.merchantAccount, options.book);
    this.authorisations = new AdyenAuthorisations(this.checkout, options.book, options);
  }

  readonly authorise: PaymentConnector['authorise'] = (request) => this.authorisations.authorise(request);

  readonly verify: PaymentConnector['verify'] = (request) => this.authorisations.verify(request);

  readonly capture: PaymentConnector['capture'] = (request) =>
    readOutcome(request, async (deadline) => {
      const { operationID, authorisation, amount, currency } = request;
      const statements = await readStatements(this.options.book, authorisation);
      if (statements.captured) return modificationOutcome(statements.captured);
      if (statements.pspReference === undefined || statements.released) return this.nothingHeld(deadline);
      if (statements.own('sale')) return { kind: 'unknown' };
      // Adyen may allow several captures of a payment: another one is not sent before the first has its result.
      const isAnotherDue = statements.sentCaptures.some(
        ({ reference }) => reference !== toReference(operationID) && !statements.resultOf(reference),
      );
      if (isAnotherDue) return { kind: 'unknown' };
      const modification = { kind: 'capture', operationID, authorisation, statements } as const;
      return this.checkout.modify({ ...modification, amount: toAdyenAmount(amount, currency) }, deadline);
    });

  readonly void: PaymentConnector['void'] = (request) =>
    readOutcome(request, async (deadline) => {
      const { operationID, authorisation } = request;
      const statements = await readStatements(this.options.book, authorisation);
      const { reference, pspReference } = statements;
      const done = { kind: 'approved', connectorReference: pspReference ?? reference } as const;
      if (statements.captured || (statements.own('sale') && pspReference !== undefined)) return NOTHING_HELD;
      if (statements.released) return done;
      if (authorisation.kind === 'verify' || pspReference === undefined) {
        await this.options.book.record([ownNotice('blocked', { reference })]);
      }
      if (authorisation.kind === 'verify') await this.checkout.forgetMethods(authorisation.operationID, deadline);
      else if (pspReference === undefined) await this.checkout.cancelByReference(operationID, reference, deadline);
      else return this.checkout.modify({ kind: 'cancel', operationID, authorisation, statements }, deadline);
      return done;
    });

  readonly refund: PaymentConnector['refund'] = (request) =>
    readOutcome(request, async (deadline): Promise<RefundOutcome> => {
      const { operationID, authorisation, amount, currency } = request;
      const statements = await readStatements(this.options.book, authorisation);
      if (statements.pspReference === undefined) return this.nothingHeld(deadline);
      const modification = { kind: 'refund', operationID, authorisation, statements } as const;
      const sent = { ...modification, amount: toAdyenAmount(amount, currency) };
      const outcome = await this.checkout.modify(sent, deadline);
      return outcome.kind === 'unknown' ? toPending(statements) : outcome;
    });

  readonly lookUp: PaymentConnector['lookUp'] = async (request) => {
    const find = async (deadline: Deadline): Promise<PaymentOutcome | Pending | NotFound> => {
      const statements = await readStatements(this.options.book, getAuthorisation(request));
      const found =
        'authorisation' in request
          ? findFollowUp(request, statements)
          : await this.authorisations.find(request, statements, deadline);
      if (found) return found;
      // The answer "not found" is for a connector that can be reached.
      await this.checkout.ping(deadline);
      return { kind: 'notFound' };
    };
    return requireOutcome(await readOutcome(request, find));
  };

  private async nothingHeld(deadline: Deadline): Promise<FollowUpOutcome> {
    await this.checkout.ping(deadline);
    return NOTHING_HELD;
  }
}

function findFollowUp(
  { kind, operationID }: Extract<LookUpRequest, { kind: 'capture' | 'void' | 'refund' }>,
  statements: Statements,
): RefundOutcome | undefined {
  const { captured, released, authorised, pspReference, reference, own } = statements;
  // A payment is captured only once, by any caller.
  if (kind === 'capture' && captured) return modificationOutcome(captured);
  if (kind === 'capture' && own('sale') && pspReference !== undefined) return { kind: 'unknown' };
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
