import type { CardRules } from '../card-rules';

/** A card becomes a payment method, which other requests name. */
export const STRIPE_CARDS: CardRules<{ secretKey: string }, { url: string }> = {
  credentialHeader: 'authorization',
  headers: [
    ...['accept', 'user-agent', 'idempotency-key', 'stripe-version'],
    ...['x-stripe-client-user-agent', 'x-stripe-client-telemetry'],
  ],
  requests: [
    {
      method: 'POST',
      path: '/v1/payment_methods',
      members: { 'card.number': 'number', 'card.cvc': 'cvv', 'billing_details.name': 'holder' },
      answer: {
        masked: [],
        plain: [
          ...['id', 'object', 'created', 'customer', 'livemode', 'type'],
          ...['error.type', 'error.code', 'error.decline_code', 'error.param', 'error.charge'],
        ],
      },
    },
  ],
  access: ({ credentials, settings }) => ({
    urls: [settings.url],
    credentials: [`Bearer ${credentials.secretKey}`],
  }),
};
