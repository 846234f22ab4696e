import type { CallbackReader } from './connector';
import { createSandboxCallbacks } from './sandbox/sandbox-callbacks';

/** What of the environment says how callbacks are signed; a connector without its secret is not listened to. */
export interface CallbackEnvironment {
  SANDBOX_SECRET?: string | undefined;
  SANDBOX_BACKUP_URL?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
}

/** The readers of callbacks, by the names of their connectors. */
export type CallbackReaders = Readonly<Record<string, CallbackReader>>;

export async function callbackReaders(environment: CallbackEnvironment): Promise<CallbackReaders> {
  const { SANDBOX_SECRET, SANDBOX_BACKUP_URL, STRIPE_WEBHOOK_SECRET } = environment;
  const sandbox = SANDBOX_SECRET === undefined ? undefined : createSandboxCallbacks(SANDBOX_SECRET);
  const stripe = STRIPE_WEBHOOK_SECRET === undefined ? undefined : await stripeCallbacks(STRIPE_WEBHOOK_SECRET);
  return {
    ...(sandbox && { sandbox }),
    ...(sandbox && SANDBOX_BACKUP_URL !== undefined && { 'sandbox-backup': sandbox }),
    ...(stripe && { stripe }),
  };
}

/** Loaded only where it is configured: its package takes 17 MB. */
async function stripeCallbacks(secret: string): Promise<CallbackReader> {
  const { createStripeCallbacks } = await import('./stripe/stripe-callbacks.js');
  return createStripeCallbacks(secret);
}
