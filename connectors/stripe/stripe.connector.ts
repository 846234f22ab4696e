import Stripe from 'stripe';
import type { PaymentTool } from '../../domain/payment/payment-tool';
import { paymentFailure } from '../../domain/payment/payment-failure';
import {
  ConnectorMisuse,
  ConnectorUnavailable,
  type AuthorisationReference,
  type AuthoriseRequest,
  type CaptureRequest,
  type OperationRequest,
  type ListingConnector,
  type ListRequest,
  type OperationPage,
  type PaymentConnector,
  type Declined,
  type FollowUpOutcome,
  type LookUpRequest,
  type NotFound,
  type PaymentOutcome,
  type RefundRequest,
  type Unknown,
  type VerifyRequest,
  type VoidRequest,
} from '../connector';
import { paymentIntentOutcome, refundOutcome, setupIntentOutcome } from './intent-outcome';
import { cardMethod, readRecurrentToken } from './payment-method';
import { stripeAmount } from './stripe-amount';
import { failedOutcome } from './stripe-failure';
import { listOperations } from './stripe-listing';
import { CAPTURE, OPERATION, StripeOperations, asOperation } from './stripe-operations';

export interface StripeOptions {
  secretKey: string;
  /** Where Stripe answers, if not at its own address. */
  url?: string;
}

/** Nothing was held, so nothing can be captured or refunded. */
const NOTHING_HELD: Declined = { kind: 'declined', failure: paymentFailure('authorization_failed:operation_blocked') };

const NOT_FOUND: NotFound = { kind: 'notFound' };

type Known = Exclude<PaymentOutcome, Unknown> | NotFound;

/** Stripe: payment intents that are captured by hand, setup intents for cards that are saved. It does not pay out. */
export function createStripeConnector(options: StripeOptions): PaymentConnector & ListingConnector {
  return new StripeConnector(createClient(options));
}

/** A repeated call is ours to decide: the library shall not repeat any by itself, nor report on us. */
function createClient({ secretKey, url }: StripeOptions): Stripe {
  const address = url === undefined ? undefined : new URL(url);
  return new Stripe(secretKey, {
    maxNetworkRetries: 0,
    telemetry: false,
    ...(address && {
      host: address.hostname,
      port: address.port,
      protocol: address.protocol === 'http:' ? 'http' : 'https',
    }),
  });
}

class StripeConnector implements PaymentConnector, ListingConnector {
  private readonly operations: StripeOperations;

  constructor(private readonly stripe: Stripe) {
    this.operations = new StripeOperations(stripe);
  }

  async authorise(request: AuthoriseRequest): Promise<PaymentOutcome> {
    return outcomeOf(request, async () => {
      const amount = stripeAmount(request.amount, request.currency);
      const intent = await this.stripe.paymentIntents.create(
        {
          amount,
          currency: request.currency.toLowerCase(),
          capture_method: 'manual',
          confirm: true,
          allowed_payment_method_types: ['card'],
          return_url: request.returnUrl ?? request.callbackUrl,
          description: request.description,
          metadata: { [OPERATION]: request.operationID },
          expand: ['latest_charge'],
          ...(await this.payWith(request)),
        },
        asOperation(request),
      );
      return paymentIntentOutcome(intent);
    });
  }

  async verify(request: VerifyRequest): Promise<PaymentOutcome> {
    return outcomeOf(request, async () => {
      const paymentMethod = await this.newPaymentMethod(request);
      const intent = await this.stripe.setupIntents.create(
        {
          customer: await this.newCustomer(request),
          confirm: true,
          usage: 'off_session',
          allowed_payment_method_types: ['card'],
          payment_method: paymentMethod,
          return_url: request.returnUrl ?? request.callbackUrl,
          description: request.description,
          metadata: { [OPERATION]: request.operationID },
        },
        asOperation(request),
      );
      return setupIntentOutcome(intent);
    });
  }

  async capture(request: CaptureRequest): Promise<FollowUpOutcome> {
    return outcomeOf(request, async () => {
      const intent = await this.operations.paymentIntent(request.authorisation, request.timeoutMs);
      if (!intent) return NOTHING_HELD;
      const captured = await this.stripe.paymentIntents.capture(
        intent.id,
        {
          amount_to_capture: stripeAmount(request.amount, request.currency),
          metadata: { [CAPTURE]: request.operationID },
        },
        asOperation(request),
      );
      return followUp(paymentIntentOutcome(captured));
    });
  }

  async void(request: VoidRequest): Promise<FollowUpOutcome> {
    const { authorisation, timeoutMs } = request;
    return outcomeOf(request, async () => {
      const done = { kind: 'approved', connectorReference: authorisation.operationID } as const;
      if (authorisation.kind === 'verify') {
        const intent = await this.operations.setupIntent(authorisation, timeoutMs);
        if (intent?.status === 'canceled') return done;
        await (intent ? this.operations.endSetup(intent, timeoutMs) : this.operations.block(authorisation, timeoutMs));
        return done;
      }
      const intent = await this.operations.paymentIntent(authorisation, timeoutMs);
      if (!intent) await this.operations.block(authorisation, timeoutMs);
      else if (intent.status === 'succeeded') return NOTHING_HELD;
      else if (intent.status !== 'canceled')
        await this.stripe.paymentIntents.cancel(intent.id, {}, asOperation(request));
      return intent ? { ...done, connectorReference: intent.id } : done;
    });
  }

  async refund(request: RefundRequest): Promise<FollowUpOutcome> {
    return outcomeOf(request, async () => {
      const intent = await this.operations.paymentIntent(request.authorisation, request.timeoutMs);
      if (intent?.status !== 'succeeded') return NOTHING_HELD;
      const refund = await this.stripe.refunds.create(
        {
          payment_intent: intent.id,
          amount: stripeAmount(request.amount, request.currency),
          metadata: { [OPERATION]: request.operationID },
        },
        asOperation(request),
      );
      return refundOutcome(refund);
    });
  }

  async lookUp(request: LookUpRequest): Promise<Known> {
    const outcome = await outcomeOf(request, () => this.findOutcome(request));
    if (outcome.kind !== 'unknown') return outcome;
    throw new ConnectorUnavailable('Stripe does not say yet what became of the operation');
  }

  listOperations(request: ListRequest): Promise<OperationPage> {
    return listOperations(this.stripe, request);
  }

  private async findOutcome(request: LookUpRequest): Promise<PaymentOutcome | NotFound> {
    const { kind, operationID, timeoutMs } = request;
    if (kind === 'verify') {
      const intent = await this.operations.setupIntent({ ...request, kind }, timeoutMs);
      return intent ? setupIntentOutcome(intent) : NOT_FOUND;
    }
    const authorisation: AuthorisationReference =
      'authorisation' in request ? request.authorisation : { ...request, kind: 'authorise' };
    const intent = await this.operations.paymentIntent(authorisation, timeoutMs);
    if (!intent) return NOT_FOUND;
    switch (kind) {
      case 'authorise':
        return paymentIntentOutcome(intent);
      case 'capture':
        return intent.metadata[CAPTURE] === operationID ? paymentIntentOutcome(intent) : NOT_FOUND;
      case 'void':
        return intent.status === 'canceled' ? { kind: 'approved', connectorReference: intent.id } : NOT_FOUND;
      case 'refund': {
        const refund = await this.operations.refund(operationID, intent.id, timeoutMs);
        return refund ? refundOutcome(refund) : NOT_FOUND;
      }
    }
  }

  /** A saved card is charged without its payer; a new one is saved with a customer of its own where that is asked. */
  private async payWith(request: AuthoriseRequest): Promise<Partial<Stripe.PaymentIntentCreateParams>> {
    const tool: PaymentTool = request.paymentTool;
    if (tool.type === 'recurrentToken') {
      const { customer, paymentMethod } = readRecurrentToken(tool.recurrentToken);
      return { customer, payment_method: paymentMethod, off_session: true };
    }
    const method = { payment_method: await this.newPaymentMethod(request) };
    if (!request.makeRecurrent) return method;
    return { ...method, customer: await this.newCustomer(request), setup_future_usage: 'off_session' };
  }

  private async newPaymentMethod(request: VerifyRequest): Promise<string> {
    const { id } = await this.stripe.paymentMethods.create(
      cardMethod(request.paymentTool),
      asOperation(request, 'card'),
    );
    return id;
  }

  private async newCustomer(request: VerifyRequest): Promise<string> {
    const metadata = { [OPERATION]: request.operationID };
    const { id } = await this.stripe.customers.create({ metadata }, asOperation(request, 'customer'));
    return id;
  }
}

/** @throws ConnectorUnavailable, ConnectorMisuse */
async function outcomeOf<Outcome>(
  { signal }: OperationRequest,
  call: () => Promise<Outcome>,
): Promise<Outcome | Declined | Unknown> {
  signal?.throwIfAborted();
  try {
    return await call();
  } catch (error) {
    if (error instanceof ConnectorMisuse || error instanceof ConnectorUnavailable) throw error;
    return failedOutcome(error);
  }
}

function followUp(outcome: PaymentOutcome): FollowUpOutcome {
  if (outcome.kind === 'interactionRequired') throw new ConnectorMisuse('The operation is one that awaits its payer');
  return outcome;
}
