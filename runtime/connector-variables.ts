import { z } from 'zod';
import { networks } from './variable-kinds';

const hmacKey = z.string().regex(/^[\da-f]{64}$/i, { error: 'must be an HMAC key of Adyen, 64 hexadecimal digits' });

const address = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL with the version of the API' });

/** Credentials of acquirers; without them their connectors are not registered. */
export const connectorVariables = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_(test|live)_/, { error: 'must be a secret or restricted key of Stripe (sk_… or rk_…)' })
    .optional()
    .describe('Key of a Stripe account; with it shops’ routes may name the connector `stripe`'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .startsWith('whsec_', { error: 'must be the signing secret of a webhook endpoint of Stripe (whsec_…)' })
    .optional()
    .describe('Signing secret of the Stripe webhook endpoint <API_URL>/callbacks/stripe'),
  YOOKASSA_SHOP_ID: z
    .string()
    .regex(/^\d{1,20}$/, { error: 'must be the id of a shop, digits only' })
    .optional()
    .describe('Id of a YooKassa shop; with it and its key shops’ routes may name the connector `yookassa`'),
  YOOKASSA_SECRET_KEY: z
    .string()
    .regex(/^(test|live)_/, { error: 'must be a secret key of YooKassa (test_… or live_…)' })
    .optional()
    .describe('Secret key of that shop'),
  YOOKASSA_PAYOUT_GATEWAY_ID: z
    .string()
    .regex(/^\d{1,20}$/, { error: 'must be the id of a payout gateway, digits only' })
    .optional()
    .describe('Id of a YooKassa payout gateway; with it and its key the connector `yookassa` pays out'),
  YOOKASSA_PAYOUT_SECRET_KEY: z.string().min(1).optional().describe('Secret key of that payout gateway'),
  YOOKASSA_NETWORKS: networks
    .optional()
    .describe('Networks that notifications of YooKassa are accepted from; by default those that YooKassa publishes'),
  ADYEN_API_KEY: z
    .string()
    .min(1)
    .optional()
    .describe('API key of Adyen’s Checkout; with it, the account and the HMAC key routes may name `adyen`'),
  ADYEN_MERCHANT_ACCOUNT: z.string().min(1).optional().describe('Merchant account at Adyen'),
  ADYEN_HMAC_KEY: hmacKey.optional().describe('HMAC key of the standard webhook of Adyen to <API_URL>/callbacks/adyen'),
  ADYEN_CHECKOUT_URL: address
    .optional()
    .describe(
      'Address of Adyen’s Checkout API, by default of the test environment; live: https://PREFIX-checkout-live…/v71',
    ),
  ADYEN_TRANSFERS_URL: address
    .optional()
    .describe(
      'Address of Adyen’s Transfers API, by default of the test environment; live: https://balanceplatform-api-live…/v4',
    ),
  ADYEN_TRANSFER_API_KEY: z
    .string()
    .min(1)
    .optional()
    .describe('API key of Adyen’s balance platform; with it and the account the connector `adyen` pays out'),
  ADYEN_BALANCE_ACCOUNT: z
    .string()
    .regex(/^BA[A-Z0-9]{10,40}$/, { error: 'must be the id of a balance account (BA…)' })
    .optional()
    .describe('Balance account that the connector `adyen` pays out from'),
  ADYEN_TRANSFER_HMAC_KEY: hmacKey
    .optional()
    .describe('HMAC key of the transfer webhook of Adyen to <API_URL>/callbacks/adyen'),
};
