import type { Connector } from './connector';
import { createSandboxConnector } from './sandbox/sandbox.connector';

/** What of the environment configures connectors; a connector whose variables are missing is not there. */
export interface ConnectorEnvironment {
  SANDBOX_URL: string;
  SANDBOX_SECRET: string;
  SANDBOX_BACKUP_URL?: string | undefined;
  STRIPE_SECRET_KEY?: string | undefined;
}

/** Connectors by the names that shops' terms, payments and withdrawals know them by. */
export type Connectors = Readonly<Record<string, Connector>>;

/** Everything that is configured: a new connector is a folder, a line here and, if it calls back, one in `callbacks.ts`. */
export async function openConnectors(environment: ConnectorEnvironment): Promise<Connectors> {
  const { SANDBOX_URL, SANDBOX_SECRET: secret, SANDBOX_BACKUP_URL, STRIPE_SECRET_KEY } = environment;
  const stripe = STRIPE_SECRET_KEY === undefined ? undefined : await stripeConnector(STRIPE_SECRET_KEY);
  return {
    sandbox: createSandboxConnector({ url: SANDBOX_URL, secret }),
    ...(SANDBOX_BACKUP_URL === undefined
      ? {}
      : { 'sandbox-backup': createSandboxConnector({ url: SANDBOX_BACKUP_URL, secret }) }),
    ...(stripe && { stripe }),
  };
}

/** Loaded only where it is configured: its package takes 17 MB. */
async function stripeConnector(secretKey: string): Promise<Connector> {
  const { createStripeConnector } = await import('./stripe/stripe.connector.js');
  return createStripeConnector({ secretKey });
}
