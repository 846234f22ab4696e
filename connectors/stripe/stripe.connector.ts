import type Stripe from 'stripe';
import {
  ConnectorMisuse,
  type AuthorisationReference,
  type DisputeConnector,
  type DisputeRequest,
  type FollowUpOutcome,
  type ListingConnector,
  type LookUpRequest,
  type NotFound,
  type PaymentConnector,
  type PaymentOutcome,
  type VoidRequest,
} from '../connector';
import type { Deadline } from '../deadline';
import { NOTHING_HELD } from '../declined';
import { requireOutcome } from '../run-operation';
import type { AnswerStatement } from '../stated';
import { createStripeClient, type StripeAccess } from './stripe-client';
import {
  captureOutcome,
  pageOutcome,
  paymentIntentOutcome,
  refundOutcome,
  releaseOutcome,
  setupIntentOutcome,
} from './intent-outcome';
import { toStripeAmount } from './stripe-amount';
import { isStateConflict, readOutcome } from './stripe-failure';
import { StripeCards } from './stripe-cards';
import { StripeDisputes } from './stripe-disputes';
import { listOperations } from './stripe-listing';
import { CAPTURE, OPERATION, StripeOperations, asOperation } from './stripe-operations';
import { isOfPage, isWaiting, PAGE, PagePayments, type PageAccess } from './page-payments';

export interface StripeOptions extends StripeAccess, PageAccess {
  /** Printed after the account's descriptor on card statements. */
  statementDescriptorSuffix?: string;
}

const NOT_FOUND: NotFound = { kind: 'notFound' };

/** Answers do not name the account; a void of a request that never arrived states nothing. */
const FACTS: AnswerStatement['facts'] = {
  authorise: ['operation', 'reference', 'amount', 'currency', 'state', 'isTest'],
  verify: ['operation', 'reference', 'isTest'],
  capture: ['authorisation', 'authorisationReference', 'amount', 'currency', 'isTest'],
  refund: ['operation', 'authorisationReference', 'amount', 'currency'],
};

/** Stripe: payment intents with manual capture, setup intents for saved cards. It does not pay out. */
export function createStripeConnector(options: StripeOptions): PaymentConnector & ListingConnector & DisputeConnector {
  return new StripeConnector(options);
}

class StripeConnector implements PaymentConnector, ListingConnector, DisputeConnector {
  readonly states: AnswerStatement;
  /** Stripe keeps keys for at least 24 hours; an hour is left for the way. */
  readonly times = { idempotencyMs: 23 * 3_600_000 };
  private readonly stripe: Stripe;
  private readonly operations: StripeOperations;
  private readonly disputes: StripeDisputes;
  private readonly cards: StripeCards;
  private readonly pages: PagePayments;

  constructor(private readonly options: StripeOptions) {
    this.states = { isTest: /^[rs]k_test_/.test(options.secretKey), facts: FACTS };
    this.stripe = createStripeClient(options);
    this.operations = new StripeOperations(this.stripe);
    this.disputes = new StripeDisputes(this.stripe);
    this.cards = new StripeCards((transport) => (transport ? createStripeClient(options, transport) : this.stripe));
    this.pages = new PagePayments(this.stripe, options);
  }

  readonly authorise: PaymentConnector['authorise'] = (request) =>
    readOutcome(request, async (deadline) => {
      const { paymentTool: tool } = request;
      const isByPage = tool.type === 'paymentTerminal' || tool.type === 'digitalWallet';
      const pageUrl = isByPage ? await this.pages.open({ ...request, provider: tool.provider }) : undefined;
      const suffix = this.options.statementDescriptorSuffix;
      const intent = await this.stripe.paymentIntents.create(
        {
          amount: toStripeAmount(request.amount, request.currency),
          currency: request.currency.toLowerCase(),
          capture_method: 'manual',
          allowed_payment_method_types: ['card'],
          description: request.description,
          ...(suffix !== undefined && { statement_descriptor_suffix: suffix }),
          ...(request.payer?.email !== undefined && { receipt_email: request.payer.email }),
          metadata: { [OPERATION]: request.operationID, ...(isByPage && { [PAGE]: 'true' }) },
          expand: ['latest_charge'],
          ...(await this.cards.payWith(request, deadline)),
        },
        asOperation(request, deadline),
      );
      return pageUrl !== undefined && isWaiting(intent) ? pageOutcome(intent, pageUrl) : paymentIntentOutcome(intent);
    });

  readonly verify: PaymentConnector['verify'] = (request) =>
    readOutcome(request, async (deadline) => {
      const intent = await this.stripe.setupIntents.create(
        {
          payment_method: await this.cards.newPaymentMethod(request, deadline),
          customer: await this.cards.newCustomer(request, deadline),
          confirm: true,
          usage: 'off_session',
          allowed_payment_method_types: ['card'],
          return_url: request.returnUrl ?? request.callbackUrl,
          description: request.description,
          metadata: { [OPERATION]: request.operationID },
        },
        asOperation(request, deadline),
      );
      return setupIntentOutcome(intent);
    });

  readonly capture: PaymentConnector['capture'] = (request) =>
    readOutcome(request, async (deadline) => {
      const intent = await this.operations.paymentIntent(request.authorisation, deadline);
      if (!intent) return NOTHING_HELD;
      const amount = toStripeAmount(request.amount, request.currency);
      const metadata = { [CAPTURE]: request.operationID };
      const taken = { amount_to_capture: amount, metadata, expand: ['latest_charge.balance_transaction'] };
      const captured = this.stripe.paymentIntents.capture(intent.id, taken, asOperation(request, deadline));
      const known = { id: intent.id, status: 'succeeded', deadline } as const;
      return followUp(captureOutcome(await this.orCurrent(captured, known)));
    });

  readonly void: PaymentConnector['void'] = (request) =>
    readOutcome(request, async (deadline) => {
      const { authorisation } = request;
      const done = { kind: 'approved', connectorReference: authorisation.operationID } as const;
      if (authorisation.kind === 'verify') {
        const intent = await this.operations.setupIntent(authorisation, deadline);
        if (intent?.status === 'canceled') return done;
        await (intent ? this.operations.endSetup(intent, deadline) : this.operations.block(authorisation, deadline));
        return done;
      }
      const intent = await this.operations.paymentIntent(authorisation, deadline);
      if (intent?.status === 'succeeded') return NOTHING_HELD;
      if (!intent) {
        await this.operations.block(authorisation, deadline);
        return done;
      }
      if (isOfPage(intent)) await this.pages.close(authorisation);
      const released = intent.status === 'canceled' ? intent : await this.cancel(intent.id, request, deadline);
      return releaseOutcome(released);
    });

  readonly refund: PaymentConnector['refund'] = (request) =>
    readOutcome(request, async (deadline) => {
      const intent = await this.operations.paymentIntent(request.authorisation, deadline);
      if (intent?.status !== 'succeeded') return NOTHING_HELD;
      const refund = await this.stripe.refunds.create(
        {
          payment_intent: intent.id,
          amount: toStripeAmount(request.amount, request.currency),
          metadata: { [OPERATION]: request.operationID },
        },
        asOperation(request, deadline),
      );
      return refundOutcome(refund);
    });

  readonly lookUp: PaymentConnector['lookUp'] = async (request) =>
    requireOutcome(await readOutcome(request, (deadline) => this.findOutcome(request, deadline)));

  readonly listOperations: ListingConnector['listOperations'] = (request) => listOperations(this.stripe, request);
  readonly contestDispute: DisputeConnector['contestDispute'] = (request) => this.disputes.contest(request);
  readonly acceptDispute: DisputeConnector['acceptDispute'] = (request) => this.disputes.accept(request);
  readonly lookUpDispute = (request: DisputeRequest) => this.disputes.lookUp(request);

  private cancel(id: string, request: VoidRequest, deadline: Deadline): Promise<Stripe.PaymentIntent> {
    const cancelled = this.stripe.paymentIntents.cancel(id, {}, asOperation(request, deadline));
    return this.orCurrent(cancelled, { id, status: 'canceled', deadline });
  }

  /** Stripe refuses repeated changes: the current intent is then the result. */
  private async orCurrent(
    changed: Promise<Stripe.PaymentIntent>,
    { id, status, deadline }: { id: string; status: Stripe.PaymentIntent.Status; deadline: Deadline },
  ): Promise<Stripe.PaymentIntent> {
    try {
      return await changed;
    } catch (error) {
      if (!isStateConflict(error)) throw error;
      const current = await this.stripe.paymentIntents.retrieve(id, {}, { timeout: deadline.leftMs() });
      if (current.status === status) return current;
      throw error;
    }
  }

  private async findOutcome(request: LookUpRequest, deadline: Deadline): Promise<PaymentOutcome | NotFound> {
    const { kind, operationID } = request;
    if (kind === 'verify') {
      const intent = await this.operations.setupIntent({ ...request, kind }, deadline);
      return intent ? setupIntentOutcome(intent) : NOT_FOUND;
    }
    const authorisation: AuthorisationReference =
      'authorisation' in request ? request.authorisation : { ...request, kind: 'authorise' };
    const intent = await this.operations.paymentIntent(authorisation, deadline);
    if (!intent) return NOT_FOUND;
    switch (kind) {
      case 'authorise':
        if (!isOfPage(intent)) return paymentIntentOutcome(intent);
        return this.pages.findOutcome(authorisation.connectorReference ?? intent.id, operationID, deadline);
      case 'capture':
        // An intent is captured only once, by any caller.
        return intent.status === 'succeeded' ? captureOutcome(intent) : NOT_FOUND;
      case 'void':
        return intent.status === 'canceled' ? releaseOutcome(intent) : NOT_FOUND;
      case 'refund': {
        const refund = await this.operations.refund(operationID, intent.id, deadline);
        return refund ? refundOutcome(refund) : NOT_FOUND;
      }
    }
  }
}

function followUp(outcome: PaymentOutcome): FollowUpOutcome {
  if (outcome.kind === 'interactionRequired')
    throw new ConnectorMisuse('The operation requires an interaction, which it must not');
  return outcome;
}
