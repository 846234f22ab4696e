export const GUIDES = [
  '/docs/quick-start',
  '/docs/intro',
  '/docs/integration/payments/payments-overview',
  '/docs/integration/payments/checkout',
  '/docs/integration/payments/3ds',
  '/docs/integration/payments/recurring',
  '/docs/integration/payments/tokenizer',
  '/docs/integration/payments/examples/binding',
  '/docs/integration/payments/examples/nodejs-webhook-verification',
  '/docs/integration/payments/examples/python-webhook-verification',
  '/docs/integration/payments/examples/php-kkt-cart-webhooks',
  '/docs/integration/payments/examples/cms',
  '/docs/integration/wallets/wallets-overview',
  '/docs/integration/wallets/first-payout',
  '/docs/integration/wallets/wallet-creation',
  '/docs/integration/wallets/deposit',
  '/docs/integration/wallets/withdrawal',
  '/docs/integration/webhooks',
  '/docs/integration/idempotency',
  '/docs/integration/testing',
  '/docs/integration/going-live',
  '/docs/integration/reconciliation',
  '/docs/integration/support',
  '/docs/refs/error-codes',
  '/docs/refs/postman',
  '/docs/refs/testcards',
  '/docs/refs/changelog',
];

export const CATEGORIES = ['integration', 'wallets', 'payments', 'examples', 'refs'].map(
  (name) => `/docs/category/${name}`,
);

export const REFERENCES = [
  '/api/payments',
  '/api/payments-webhook-events',
  '/api/wallets',
  '/api/wallets-webhook-events',
];

export const OPERATIONS = [
  '/api/payments/createPayment',
  '/api/payments/createInvoice',
  '/api/payments-webhook-events/PaymentProcessed',
];

/** The operation that lists events and shows the signature check. */
export const CARRIER = '/api/payments-webhook-events/notifyWebhookEvent';

export const NOT_FOUND = '/docs/no-such-page';

export const PAGES = [
  '/',
  '/docs',
  ...GUIDES,
  ...CATEGORIES,
  ...REFERENCES,
  ...OPERATIONS,
  CARRIER,
  '/search',
  '/search?q=подпись',
];
