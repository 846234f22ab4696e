import type Stripe from 'stripe';
import { NOTHING } from '../../testing/connector-under-test';
import type { Access, AcquirerEnvironment, AcquirerView } from '../../testing/environment';
import { MemoryBook } from '../../testing/memory-book';
import { createStripeClient } from '../stripe-client';
import { BLOCKED, OPERATION } from '../stripe-operations';
import { createStripeConnector } from '../stripe.connector';
import { STRIPE_CARDS } from './intent-book';

const aCard = (cardNumber: string) => ({ type: 'card', cardNumber, expDate: '12/34', cvv: '123' }) as const;

const accessOf = ({ credentials, url }: Access) => ({
  ...{ secretKey: credentials['secretKey'] ?? '', url },
  book: new MemoryBook(),
});

/** The payment intent of an operation, whose id is in the answer that created it: the search lags. */
async function findIntent(view: AcquirerView, operationID: string): Promise<Stripe.PaymentIntent | undefined> {
  const intents = (view.answers as ({ error?: { payment_intent?: object } } | null)[]).map(
    (answer) => (answer?.error?.payment_intent ?? answer) as Stripe.PaymentIntent | null,
  );
  const isOurs = ({ object, metadata }: Stripe.PaymentIntent) =>
    object === 'payment_intent' && metadata[OPERATION] === operationID && !(BLOCKED in metadata);
  const created = intents.find((intent) => intent !== null && isOurs(intent));
  if (!created) return undefined;
  return createStripeClient(accessOf(view)).paymentIntents.retrieve(created.id, { expand: ['latest_charge'] });
}

/** The test mode of a Stripe account. */
export const stripeEnvironment: AcquirerEnvironment = {
  name: 'stripe',
  credentials: { secretKey: 'sk_test_of_nobody' },
  currency: 'EUR',
  approvedTool: aCard(STRIPE_CARDS.approved),
  declinedTool: aCard(STRIPE_CARDS.declined),
  interactionTool: aCard(STRIPE_CARDS.interaction),
  effects: /^POST \/v1\/(payment_intents|setup_intents|refunds)/,
  // Its search lags by up to a minute.
  lagMs: 70_000,
  connect: (access) => createStripeConnector(accessOf(access)),
  isDecided: async (view, { operationID }) => (await findIntent(view, operationID))?.status !== 'requires_action',
  async readEffects(view, { operationID }) {
    const intent = await findIntent(view, operationID);
    const charge = intent?.latest_charge;
    if (!intent || typeof charge !== 'object' || charge?.status !== 'succeeded') return NOTHING;
    const authorised = BigInt(intent.amount);
    if (intent.status === 'canceled') return { ...NOTHING, authorised, voided: authorised };
    const { data } = await createStripeClient(accessOf(view)).refunds.list({ payment_intent: intent.id });
    const refunded = data
      .filter(({ status }) => status !== 'failed' && status !== 'canceled')
      .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    return { ...NOTHING, authorised, captured: BigInt(intent.amount_received), refunded };
  },
};
