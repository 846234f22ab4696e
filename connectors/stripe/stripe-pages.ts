import Stripe from 'stripe';
import { paymentFailure } from '../../domain/payments/payment/payment-failure';
import {
  ConnectorUnavailable,
  type AuthorisationReference,
  type AuthoriseRequest,
  type PaymentOutcome,
} from '../connector';
import { cutText } from '../cut-text';
import type { Deadline } from '../deadline';
import { methodOfProvider } from '../provider-methods';
import type { Stated } from '../stated';
import { declined, money, paymentIntentOutcome, redirectTo } from './intent-outcome';
import { requestThreeDSecure } from './payment-method';
import { toStripeAmount } from './stripe-amount';
import { asOperation, BLOCKED, isKeyTaken, OPERATION } from './stripe-operations';

/** How cards are paid with on Stripe's page, by the provider of a terminal or a digital wallet: for shops without PCI DSS papers. */
export const METHODS_BY_PROVIDER = { bank_card: 'card' } as const;

const MAX_NAME = 250;
const EXPIRED = paymentFailure('authorization_failed:processing_deadline_reached');
/** How long a session is open, by default. */
const LIFETIME_MS = 24 * 3_600_000;
/** By how much Stripe’s clock may differ from ours. */
const CLOCK_MS = 5 * 60_000;
const BLOCKED_URL = 'https://example.com';
const KEY_PART = 'page';
/** Marks an intent that belongs to a session: its payer may still pay after a decline. */
const PAGE = 'holdfast_page';

export const isSession = (reference: string | undefined): reference is string => reference?.startsWith('cs_') === true;

/**
 * Stripe's page: a Checkout Session. Stripe creates its payment intent when the payer pays, so a session that is open has none.
 */
export class StripePages {
  constructor(
    private readonly stripe: Stripe,
    private readonly statementDescriptorSuffix: string | undefined,
  ) {}

  /** @throws ConnectorRejection for a provider that is no method of the page */
  async open(request: AuthoriseRequest & { provider: string }, deadline: Deadline): Promise<PaymentOutcome> {
    const { statementDescriptorSuffix: suffix } = this;
    const { description, merchantName, payer, makeRecurrent, operationID } = request;
    const returnUrl = request.returnUrl ?? request.callbackUrl;
    const item = { amount: request.amount, currency: request.currency, name: description || merchantName };
    const session = await this.stripe.checkout.sessions.create(
      {
        mode: 'payment',
        allowed_payment_method_types: [methodOfProvider(METHODS_BY_PROVIDER, request.provider, 'Stripe')],
        line_items: [lineItem(item)],
        // The payer would pay in another currency.
        adaptive_pricing: { enabled: false },
        success_url: returnUrl,
        cancel_url: returnUrl,
        metadata: { [OPERATION]: operationID },
        payment_intent_data: {
          capture_method: 'manual',
          description,
          metadata: { [OPERATION]: operationID, [PAGE]: 'true' },
          ...(suffix !== undefined && { statement_descriptor_suffix: suffix }),
          ...(payer?.email !== undefined && { receipt_email: payer.email }),
          ...(makeRecurrent && { setup_future_usage: 'off_session' }),
        },
        ...(makeRecurrent && { customer_creation: 'always' }),
        ...(payer?.email !== undefined && { customer_email: payer.email }),
        ...requestThreeDSecure(request.threeDSecure),
      },
      asOperation(request, deadline, KEY_PART),
    );
    return sessionOutcome(session);
  }

  find(id: string, deadline: Deadline): Promise<Stripe.Checkout.Session> {
    const expand = ['payment_intent.latest_charge'];
    return this.stripe.checkout.sessions.retrieve(id, { expand }, { timeout: deadline.leftMs() });
  }

  /** Finds the session of an operation whose answer was lost, by its intent if there is one. Sessions cannot be searched, so they are listed. */
  async search(
    { operationID, since, intent }: { operationID: string; since?: Date; intent?: Stripe.PaymentIntent },
    deadline: Deadline,
  ): Promise<Stripe.Checkout.Session | undefined> {
    const from = since?.getTime() ?? Date.now() - LIFETIME_MS;
    const among = intent ? { payment_intent: intent.id } : { created: { gte: Math.floor((from - CLOCK_MS) / 1_000) } };
    const expand = ['data.payment_intent.latest_charge'];
    try {
      const listed = this.stripe.checkout.sessions.list(
        { ...among, limit: 100, expand },
        { timeout: deadline.leftMs() },
      );
      for await (const session of listed) {
        const { metadata = {} } = session;
        if (metadata?.[OPERATION] === operationID && !(BLOCKED in metadata)) return session;
      }
      return undefined;
    } catch (error) {
      // A key without the right to sessions has created none.
      if (intent === undefined && error instanceof Stripe.errors.StripePermissionError) return undefined;
      throw error;
    }
  }

  /** Ends a session that is not paid. @returns the session; with a payment intent if the payer was earlier */
  async end(session: Stripe.Checkout.Session, deadline: Deadline): Promise<Stripe.Checkout.Session> {
    const { id } = session;
    if (session.status !== 'open') return session;
    try {
      return await this.stripe.checkout.sessions.expire(id, {}, { timeout: deadline.leftMs() });
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      const current = await this.find(id, deadline);
      if (current.status === 'open') throw error;
      return current;
    }
  }

  /** Uses up the idempotency key of a session that has not been created. @throws ConnectorUnavailable if it has been */
  async block({ operationID }: AuthorisationReference, deadline: Deadline): Promise<void> {
    const item = lineItem({ amount: 100n, currency: 'USD', name: 'Blocked' });
    const metadata = { [OPERATION]: operationID, [BLOCKED]: 'true' };
    try {
      const session = await this.stripe.checkout.sessions.create(
        {
          mode: 'payment',
          allowed_payment_method_types: ['card'],
          line_items: [item],
          success_url: BLOCKED_URL,
          metadata,
        },
        asOperation({ operationID }, deadline, KEY_PART),
      );
      await this.end(session, deadline);
    } catch (error) {
      if (error instanceof Stripe.errors.StripePermissionError) return;
      throw isKeyTaken(error) ? new ConnectorUnavailable('Stripe has the session but does not list it yet') : error;
    }
  }
}

/** What a session says: the outcome of its payment intent once it is complete. */
export function sessionOutcome(session: Stripe.Checkout.Session): PaymentOutcome {
  const { id, status, url, amount_total: amount, currency, metadata, livemode } = session;
  const stated: Stated = {
    operation: metadata?.[OPERATION],
    ...(amount !== null && currency !== null && money(amount, { currency })),
    isTest: !livemode,
    state: 'held',
  };
  if (status === 'open' && url !== null) return redirectTo(url, { connectorReference: id, stated });
  const intent = intentOf(session);
  if (status === 'expired') {
    const error = intent?.last_payment_error;
    return { ...(error ? declined(error) : { kind: 'declined', failure: EXPIRED }), stated };
  }
  if (!intent) return { kind: 'unknown' };
  const outcome = paymentIntentOutcome(intent);
  return outcome.kind === 'unknown' ? outcome : { ...outcome, stated: { ...outcome.stated, earlierReference: id } };
}

export const isOfPage = ({ metadata }: Stripe.PaymentIntent): boolean => PAGE in metadata;

/** The payment intent of a session that has one. */
export function intentOf({ payment_intent: intent }: Stripe.Checkout.Session): Stripe.PaymentIntent | undefined {
  return typeof intent === 'object' ? (intent ?? undefined) : undefined;
}

function lineItem(item: {
  amount: bigint;
  currency: string;
  name: string;
}): Stripe.Checkout.SessionCreateParams.LineItem {
  const price = { currency: item.currency.toLowerCase(), unit_amount: toStripeAmount(item.amount, item.currency) };
  return { quantity: 1, price_data: { ...price, product_data: { name: cutText(item.name, MAX_NAME) } } };
}
