import type { Connector } from './connector';
import type { ConnectorEnvironment } from './known-connectors';
import { createSandboxConnector } from './sandbox/sandbox.connector';
import { createYooKassaConnector } from './yookassa/yookassa.connector';

/** Connectors by the names used in terms, payments and withdrawals. */
export type Connectors = Readonly<Record<string, Connector>>;

/**
 * Opens all configured connectors. A new connector needs a folder, a line here, one in `known-connectors.ts` and, for
 * callbacks, one in `callbacks.ts`.
 */
export async function openConnectors(environment: ConnectorEnvironment): Promise<Connectors> {
  const { SANDBOX_URL: url, SANDBOX_SECRET: secret, SANDBOX_BACKUP_URL: backupUrl, STRIPE_SECRET_KEY } = environment;
  const stripe = STRIPE_SECRET_KEY === undefined ? undefined : await stripeConnector(STRIPE_SECRET_KEY);
  return {
    ...(secret !== undefined && { sandbox: createSandboxConnector({ url, secret }) }),
    ...(secret !== undefined &&
      backupUrl !== undefined && { 'sandbox-backup': createSandboxConnector({ url: backupUrl, secret }) }),
    ...(stripe && { stripe }),
    ...yookassaConnector(environment),
  };
}

function yookassaConnector(environment: ConnectorEnvironment): Connectors {
  const { YOOKASSA_SHOP_ID: id, YOOKASSA_SECRET_KEY: secret } = environment;
  if (id === undefined || secret === undefined) return {};
  const { YOOKASSA_PAYOUT_GATEWAY_ID: gateway, YOOKASSA_PAYOUT_SECRET_KEY: payoutSecret } = environment;
  const isPayingOut = gateway !== undefined && payoutSecret !== undefined;
  const payoutGateway = isPayingOut ? { id: gateway, secret: payoutSecret } : undefined;
  const receipts = { isOff: environment.YOOKASSA_RECEIPTS === 'off', taxSystemCode: environment.YOOKASSA_TAX_SYSTEM };
  return { yookassa: createYooKassaConnector({ shop: { id, secret }, payoutGateway, receipts }) };
}

/** Loaded lazily: its package takes 17 MB. */
async function stripeConnector(secretKey: string): Promise<Connector> {
  const { createStripeConnector } = await import('./stripe/stripe.connector.js');
  return createStripeConnector({ secretKey });
}
