import { z } from 'zod';
import { address, field, secret } from '../connector-field';
import { defineKind } from '../connector-kind';
import { WALLET_SETTINGS } from '../wallet-tokens';
import type { AdyenReportsOptions } from './adyen-reports';
import { ADYEN_CARDS, LIVE_ADDRESS } from './adyen.cards';

/** The test environments of the Checkout API and of the Transfers API. */
export const CHECKOUT_URL = 'https://checkout-test.adyen.com/v71';
export const TRANSFERS_URL = 'https://balanceplatform-api-test.adyen.com/btl/v4';

const hmacKey = () => z.string().regex(/^[\da-f]{64}$/i, { error: 'must be an HMAC key of 64 hexadecimal digits' });
const apiKey = () => z.string().min(1).max(1_000);

function reportsOf(
  { merchantAccount }: { merchantAccount: string },
  { reportsUrl, checkoutUrl }: { reportsUrl?: string; checkoutUrl: string },
): AdyenReportsOptions {
  return { merchantAccount, url: reportsUrl, isLive: LIVE_ADDRESS.test(checkoutUrl) };
}

/** Merchant accounts of Adyen, with a balance account for payouts or without one. */
export const adyenKind = defineKind({
  name: 'adyen',
  label: 'Adyen',
  credentials: z
    .strictObject({
      apiKey: secret(apiKey(), { en: 'API key', ru: 'API-ключ' }),
      merchantAccount: field(z.string().min(1).max(100), { en: 'Merchant account', ru: 'Merchant account' }),
      hmacKey: secret(hmacKey(), { en: 'HMAC key', ru: 'Ключ HMAC' }),
      previousHmacKey: secret(hmacKey(), { en: 'Previous HMAC key', ru: 'Прежний ключ HMAC' }).optional(),
      transferApiKey: secret(apiKey(), { en: 'API key of payouts', ru: 'API-ключ выплат' }).optional(),
      balanceAccount: field(
        z.string().regex(/^BA[A-Z0-9]{10,40}$/, { error: 'must be the id of a balance account (BA…)' }),
        { en: 'Balance account', ru: 'Balance account' },
      ).optional(),
      transferHmacKey: secret(hmacKey(), { en: 'HMAC key of payouts', ru: 'Ключ HMAC выплат' }).optional(),
      reportApiKey: secret(apiKey(), { en: 'API key of reports', ru: 'API-ключ отчётов' }).optional(),
    })
    .refine((given) => (given.transferApiKey === undefined) === (given.balanceAccount === undefined), {
      error: 'transferApiKey and balanceAccount need each other',
    }),
  settings: z.strictObject({
    checkoutUrl: field(address(), { en: 'Address of Checkout', ru: 'Адрес Checkout' }).default(CHECKOUT_URL),
    transfersUrl: field(address(), { en: 'Address of Transfers', ru: 'Адрес Transfers' }).default(TRANSFERS_URL),
    // Without a default: the API key needs a role for it, and each environment has its own address.
    disputesUrl: field(address(), { en: 'Address of Disputes', ru: 'Адрес Disputes' }).exactOptional(),
    reportsUrl: field(address(), { en: 'Address of reports', ru: 'Адрес отчётов' }).exactOptional(),
    // Absent: by redirect.
    threeDSecure: field(z.literal('native'), { en: '3-D Secure', ru: '3-D Secure' }).exactOptional(),
    applePayMerchantID: WALLET_SETTINGS.ApplePay.exactOptional(),
    googlePayMerchantID: WALLET_SETTINGS.GooglePay.exactOptional(),
  }),
  origins: [
    ...[new URL(CHECKOUT_URL).origin, new URL(TRANSFERS_URL).origin],
    ...['https://*-checkout-live.adyenpayments.com', 'https://balanceplatform-api-live.adyen.com'],
    ...['https://ca-test.adyen.com', 'https://ca-live.adyen.com'],
  ],
  cards: ADYEN_CARDS,
  capabilities: {
    wallets: ['ApplePay', 'GooglePay'],
    networkTokens: true,
    payOut: [
      ...(['BankTransferSEPA', 'BankTransferTRY', 'BankTransferPKR'] as const),
      ...(['BankTransferUK', 'BankTransferPHP', 'BankTransferSWIFT'] as const),
    ],
    answersDisputes: true,
    receipts: false,
    listOperations: false,
  },
  needsBrowser: true,
  readReport: async () => (await import('./adyen-report.js')).readAdyenReport,
  isTest: ({ settings: { checkoutUrl } }) => !LIVE_ADDRESS.test(checkoutUrl),
  open: async ({ credentials, settings }, { notices, lookup }) => {
    const { checkoutUrl, transfersUrl: url, disputesUrl, threeDSecure } = settings;
    const { apiKey: key, merchantAccount, transferApiKey, balanceAccount, reportApiKey } = credentials;
    const { createAdyenConnector } = await import('./adyen.connector.js');
    const isPayingOut = transferApiKey !== undefined && balanceAccount !== undefined;
    const payments = createAdyenConnector({
      apiKey: key,
      merchantAccount,
      hmacKey: Buffer.from(credentials.hmacKey, 'hex'),
      url: checkoutUrl,
      isNative: threeDSecure === 'native',
      disputesUrl,
      book: notices,
      lookup,
      payOuts: isPayingOut ? { apiKey: transferApiKey, balanceAccount, url, lookup } : undefined,
    });
    if (reportApiKey === undefined) return payments;
    const { downloadAdyenReports } = await import('./adyen-reports.js');
    return {
      ...payments,
      ...downloadAdyenReports({ ...reportsOf(credentials, settings), apiKey: reportApiKey, lookup }),
    };
  },
  probe: ({ credentials: { apiKey: key, merchantAccount }, settings: { checkoutUrl: url } }) => ({
    ...{ url, method: 'POST', path: '/paymentMethods' },
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ merchantAccount }),
  }),
  callbacks: async ({ credentials: { merchantAccount, ...keys }, settings }) => {
    const { createAdyenCallbacks } = await import('./adyen-callbacks.js');
    const { createPayerPages } = await import('./payer-pages.js');
    const read = (key: string | undefined) => (key === undefined ? undefined : Buffer.from(key, 'hex'));
    const hmacKey = Buffer.from(keys.hmacKey, 'hex');
    const previousHmacKey = read(keys.previousHmacKey);
    const visit = createPayerPages(previousHmacKey ? [hmacKey, previousHmacKey] : [hmacKey]);
    const callbacks = createAdyenCallbacks({
      ...{ merchantAccount, hmacKey, previousHmacKey },
      transferHmacKey: read(keys.transferHmacKey),
      reports: keys.reportApiKey === undefined ? undefined : reportsOf({ merchantAccount }, settings),
    });
    return { ...callbacks, visit };
  },
});
