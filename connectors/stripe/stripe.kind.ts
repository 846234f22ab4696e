import { z } from 'zod';
import { address, field, secret } from '../connector-field';
import { defineKind } from '../connector-kind';
import { WALLET_SETTINGS } from '../wallet-tokens';
import { createCardPage, STRIPE_API } from './card-page';
import { STRIPE_CARDS } from './stripe.cards';

/** `test` or `live`. */
const modeOf = (key: string): string | undefined => key.split('_')[1];

/** Accounts of Stripe. Its package takes 17 MB, so it is loaded with the first account. */
export const stripeKind = defineKind({
  name: 'stripe',
  label: 'Stripe',
  credentials: z
    .strictObject({
      secretKey: secret(
        z.string().regex(/^[rs]k_(test|live)_\w{1,200}$/, { error: 'must be a key of Stripe (sk_… or rk_…)' }),
        { en: 'Secret key', ru: 'Секретный ключ' },
      ),
      webhookSecret: secret(
        z.string().regex(/^whsec_\S{1,200}$/, { error: 'must be a signing secret of Stripe (whsec_…)' }),
        { en: 'Webhook secret', ru: 'Секрет вебхуков' },
      ).optional(),
      // For cards entered on our page.
      publishableKey: field(
        z.string().regex(/^pk_(test|live)_\w{1,200}$/, { error: 'must be a publishable key of Stripe (pk_…)' }),
        { en: 'Publishable key', ru: 'Публикуемый ключ' },
      ).optional(),
    })
    .refine(({ secretKey, publishableKey: key }) => key === undefined || modeOf(key) === modeOf(secretKey), {
      error: 'secretKey and publishableKey must be of the same mode',
    }),
  settings: z.strictObject({
    // Stripe prints it after the account's own descriptor on the card statement.
    statementDescriptorSuffix: field(
      z.string().regex(/^(?=.*[A-Za-z])[^<>\\'"*]{1,22}$/, {
        error: 'must have 1 to 22 characters with a letter, none of <>\\\'"*',
      }),
      { en: 'Suffix on card statements', ru: 'Суффикс в выписке по карте' },
    ).exactOptional(),
    applePayMerchantID: WALLET_SETTINGS.ApplePay.exactOptional(),
    // The publishable key: Stripe’s gateway at Google knows its merchants by it.
    googlePayMerchantID: WALLET_SETTINGS.GooglePay.exactOptional(),
    url: field(address(), { en: 'Address', ru: 'Адрес' }).default(STRIPE_API),
  }),
  origins: [STRIPE_API],
  cards: STRIPE_CARDS,
  capabilities: {
    wallets: ['ApplePay', 'GooglePay'],
    payOut: [],
    answersDisputes: true,
    receipts: false,
    listOperations: true,
  },
  readReport: async () => (await import('./stripe-report.js')).readStripeReport,
  isTest: ({ credentials: { secretKey } }) => modeOf(secretKey) === 'test',
  open: async ({ credentials: { secretKey, publishableKey }, settings }, { lookup, notices: book }) => {
    const { createStripeConnector } = await import('./stripe.connector.js');
    return createStripeConnector({ secretKey, publishableKey, book, lookup, ...settings });
  },
  // The right that payments need, which a restricted key has without that to its balance.
  probe: ({ credentials: { secretKey }, settings: { url } }) => ({
    ...{ url, method: 'GET', path: '/v1/payment_intents', query: { limit: '1' } },
    headers: { authorization: `Bearer ${secretKey}` },
  }),
  callbacks: async ({ credentials: { webhookSecret, secretKey, publishableKey }, settings: { url } }) => {
    const { createStripeCallbacks } = await import('./stripe-callbacks.js');
    const visit = createCardPage({ secretKey, publishableKey, url });
    return { ...createStripeCallbacks(webhookSecret), visit };
  },
});
