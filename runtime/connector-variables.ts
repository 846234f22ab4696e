import { z } from 'zod';
import { networks } from './variable-kinds';

const whole = (standard: number, max = 100_000) => {
  const error = { error: `must be a whole number from 1 to ${max}` };
  return z.coerce.number(error).int(error).min(1, error).max(max, error).default(standard);
};
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
  YOOKASSA_RECEIPTS: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default('on')
    .describe(
      'Whether payments with a cart carry receipts under 54-FZ; off for shops that send their receipts themselves',
    ),
  YOOKASSA_TAX_SYSTEM: z.coerce
    .number()
    .int()
    .min(1)
    .max(6, { error: 'must be a tax system of 54-FZ, 1 to 6' })
    .optional()
    .describe('Tax system (tag 1055) of receipts, for online registers that ask for it'),
  YOOKASSA_RECEIPT_VAT: z
    .enum(['none', '0%', '5%', '7%', '10%', '22%', '5/105', '7/107', '10/110', '22/122'], {
      error: 'must be a VAT rate (22%, 10%, 7%, 5%, 0%, 22/122, …) or none',
    })
    .optional()
    .describe('VAT of receipt lines that state none; with it payments without a cart carry receipts too'),
  YOOKASSA_NETWORKS: networks
    .optional()
    .describe('Networks that notifications of YooKassa are accepted from; by default those that YooKassa publishes'),
  ACCOUNT_FAILURE_PERCENT: whole(50, 100).describe(
    'Share of technical failures, in percent, from which new payments pass a connector account over if they can',
  ),
  ACCOUNT_FAILURE_REQUESTS: whole(10).describe('Recent requests below which an account is never passed over'),
  ACCOUNT_FAILURE_SECONDS: whole(60).describe('How long a request of an account counts as recent'),
  ACCOUNT_PASS_OVER_SECONDS: whole(60).describe('How long an account is passed over'),
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
