import { z } from 'zod';
import { address, field, secret } from '../connector-field';
import { defineKind } from '../connector-kind';
import { WALLET_SETTINGS } from '../wallet-tokens';
import { STRIPE_CARDS } from './stripe.cards';

const URL_DEFAULT = 'https://api.stripe.com';

/** Accounts of Stripe. Its package takes 17 MB, so it is loaded with the first account. */
export const stripeKind = defineKind({
  name: 'stripe',
  label: 'Stripe',
  credentials: z.strictObject({
    secretKey: secret(
      z.string().regex(/^[rs]k_(test|live)_\w{1,200}$/, { error: 'must be a key of Stripe (sk_… or rk_…)' }),
      { en: 'Secret key', ru: 'Секретный ключ' },
    ),
    webhookSecret: secret(
      z.string().regex(/^whsec_\S{1,200}$/, { error: 'must be a signing secret of Stripe (whsec_…)' }),
      { en: 'Webhook secret', ru: 'Секрет вебхуков' },
    ).optional(),
  }),
  settings: z.strictObject({
    // Stripe prints it after the account's own descriptor on the card statement.
    statementDescriptorSuffix: field(
      z.string().regex(/^(?=.*[A-Za-z])[^<>\\'"*]{1,22}$/, {
        error: 'must have 1 to 22 characters with a letter, none of <>\\\'"*',
      }),
      { en: 'Suffix on card statements', ru: 'Суффикс в выписке по карте' },
    ).exactOptional(),
    // The publishable key: Stripe’s gateway at Google knows its merchants by it.
    googlePayMerchantID: WALLET_SETTINGS.GooglePay.exactOptional(),
    url: field(address(), { en: 'Address', ru: 'Адрес' }).default(URL_DEFAULT),
  }),
  origins: [URL_DEFAULT],
  cards: STRIPE_CARDS,
  capabilities: {
    authorise: ['card', 'recurrentToken', 'tokenizedCard', 'paymentTerminal', 'digitalWallet'],
    providers: ['bank_card'],
    wallets: ['GooglePay'],
    verify: true,
    threeDSecure: true,
    payOut: [],
    pending: [],
    returned: false,
    disputes: true,
    answersDisputes: true,
    receipts: false,
    fee: true,
    listOperations: true,
  },
  readReport: async () => (await import('./stripe-report.js')).readStripeReport,
  isTest: ({ credentials: { secretKey } }) => /^[rs]k_test_/.test(secretKey),
  open: async ({ credentials: { secretKey }, settings }, { lookup }) => {
    const { createStripeConnector } = await import('./stripe.connector.js');
    return createStripeConnector({ secretKey, lookup, ...settings });
  },
  // The right that payments need, which a restricted key has without that to its balance.
  probe: ({ credentials: { secretKey }, settings: { url } }) => ({
    ...{ url, method: 'GET', path: '/v1/payment_intents', query: { limit: '1' } },
    headers: { authorization: `Bearer ${secretKey}` },
  }),
  callbacks: async ({ credentials: { webhookSecret } }) => {
    if (webhookSecret === undefined) return undefined;
    const { createStripeCallbacks } = await import('./stripe-callbacks.js');
    return createStripeCallbacks(webhookSecret);
  },
});
