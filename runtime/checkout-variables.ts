import { z } from 'zod';
import { file, httpUrl, list } from './variable-kinds';

const origin = z
  .url({ protocol: /^https?$/, error: 'must be a list of origins (https://shop.example) separated by commas' })
  .refine((text) => URL.canParse(text) && new URL(text).origin === text, {
    error: 'must be a list of origins (https://shop.example), without paths, separated by commas',
  });
const origins = list.transform((given) => given.map((part) => part.replace(/\/$/, ''))).pipe(z.array(origin));
const walletName = z.string().regex(/^[\w.-]{1,64}$/, { error: 'must be 1 to 64 letters, digits, points and dashes' });

export const checkoutVariables = {
  CHECKOUT_FRAME_ANCESTORS: origins
    .optional()
    .describe(
      'Origins of shops whose pages may show the payment form in a frame, separated by commas. Without it any page may ' +
        'in development, none in production; separate windows need no permission',
    ),
  CHECKOUT_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/, { error: 'must be two capital letters (ISO 3166-1 alpha-2)' })
    .default('RU')
    .describe('Country where payments are processed, for Apple Pay and Google Pay'),
  CHECKOUT_GOOGLE_PAY_GATEWAY: walletName
    .optional()
    .describe('Name of the gateway at Google; with it the checkout offers Google Pay in shops that accept it'),
  CHECKOUT_GOOGLE_PAY_MERCHANT_ID: walletName
    .optional()
    .describe('Merchant id from Google for the origin of the checkout; needed for real payments'),
  CHECKOUT_APPLE_PAY_SESSION_URL: httpUrl
    .optional()
    .describe(
      'URL of your service that creates Apple Pay sessions with the merchant certificate; with it the checkout ' +
        'offers Apple Pay in shops that accept it (docs/checkout.md)',
    ),
  CHECKOUT_APPLE_PAY_CERT: file.describe(
    'File of Apple’s merchant identity certificate (PEM): with it the checkout requests Apple Pay sessions itself, and ' +
      'offers Apple Pay in shops that accept it (docs/checkout.md)',
  ),
  CHECKOUT_APPLE_PAY_KEY: file.describe('File of the key of that certificate (PEM)'),
};

/** The settings that the checkout reads. */
export const checkoutSettings = {
  NODE_ENV: true,
  HOST: true,
  CHECKOUT_PORT: true,
  CHECKOUT_URL: true,
  CHECKOUT_FRAME_ANCESTORS: true,
  CHECKOUT_COUNTRY: true,
  CHECKOUT_GOOGLE_PAY_GATEWAY: true,
  CHECKOUT_GOOGLE_PAY_MERCHANT_ID: true,
  CHECKOUT_APPLE_PAY_SESSION_URL: true,
  CHECKOUT_APPLE_PAY_CERT: true,
  CHECKOUT_APPLE_PAY_KEY: true,
  DRAIN_SECONDS: true,
  API_URL: true,
  LOG_LEVEL: true,
} as const;
