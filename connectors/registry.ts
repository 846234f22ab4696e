import type { NoticeBook } from '../domain/connector-notice/connector-notice';
import { createAdyenConnector } from './adyen/adyen.connector';
import { CHECKOUT_URL, TRANSFERS_URL } from './adyen/adyen.kind';
import type { Connector } from './connector';
import type { ConnectorEnvironment } from './known-connectors';
import { createSandboxConnector } from './sandbox/sandbox.connector';
import { createYooKassaConnector } from './yookassa/yookassa.connector';
import { YOOKASSA_URL } from './yookassa/yookassa.kind';

/** Connectors by the names used in terms, payments and withdrawals. */
export type Connectors = Readonly<Record<string, Connector>>;

/**
 * Opens all configured connectors, with the statements kept of each. A new connector needs a folder, a line here, one in `known-connectors.ts` and, for
 * callbacks, one in `callbacks.ts`.
 */
export async function openConnectors(
  environment: ConnectorEnvironment,
  bookOf: (connector: string) => NoticeBook,
): Promise<Connectors> {
  const { SANDBOX_URL: url, SANDBOX_SECRET: secret, SANDBOX_BACKUP_URL: backupUrl, STRIPE_SECRET_KEY } = environment;
  const stripe = STRIPE_SECRET_KEY === undefined ? undefined : await stripeConnector(STRIPE_SECRET_KEY);
  return {
    ...(secret !== undefined && { sandbox: createSandboxConnector({ url, secret }) }),
    ...(secret !== undefined &&
      backupUrl !== undefined && { 'sandbox-backup': createSandboxConnector({ url: backupUrl, secret }) }),
    ...(stripe && { stripe }),
    ...yookassaConnector(environment),
    ...adyenConnector(environment, bookOf('adyen')),
  };
}

function adyenConnector(environment: ConnectorEnvironment, book: NoticeBook): Connectors {
  const { ADYEN_API_KEY: apiKey, ADYEN_MERCHANT_ACCOUNT: merchantAccount, ADYEN_HMAC_KEY: key } = environment;
  if (apiKey === undefined || merchantAccount === undefined || key === undefined) return {};
  const { ADYEN_CHECKOUT_URL: url = CHECKOUT_URL, ADYEN_TRANSFERS_URL: transfersUrl = TRANSFERS_URL } = environment;
  const hmacKey = Buffer.from(key, 'hex');
  const { ADYEN_TRANSFER_API_KEY: transferKey, ADYEN_BALANCE_ACCOUNT: balanceAccount } = environment;
  const isPayingOut = transferKey !== undefined && balanceAccount !== undefined;
  const payOuts = isPayingOut ? { apiKey: transferKey, balanceAccount, url: transfersUrl } : undefined;
  return { adyen: createAdyenConnector({ apiKey, merchantAccount, hmacKey, url, book, payOuts }) };
}

function yookassaConnector(environment: ConnectorEnvironment): Connectors {
  const { YOOKASSA_SHOP_ID: id, YOOKASSA_SECRET_KEY: secret } = environment;
  if (id === undefined || secret === undefined) return {};
  const { YOOKASSA_PAYOUT_GATEWAY_ID: gateway, YOOKASSA_PAYOUT_SECRET_KEY: payoutSecret } = environment;
  const isPayingOut = gateway !== undefined && payoutSecret !== undefined;
  const payoutGateway = isPayingOut ? { id: gateway, secret: payoutSecret } : undefined;
  const receipts = {
    isOff: environment.YOOKASSA_RECEIPTS === 'off',
    taxSystemCode: environment.YOOKASSA_TAX_SYSTEM,
    vat: environment.YOOKASSA_RECEIPT_VAT,
  };
  return { yookassa: createYooKassaConnector({ shop: { id, secret }, payoutGateway, receipts, url: YOOKASSA_URL }) };
}

/** Loaded lazily: its package takes 17 MB. */
async function stripeConnector(secretKey: string): Promise<Connector> {
  const { createStripeConnector } = await import('./stripe/stripe.connector.js');
  return createStripeConnector({ secretKey });
}
