import type { CallbackReader } from './connector';
import { createSandboxCallbacks } from './sandbox/sandbox-callbacks';
import { createStripeCallbacks } from './stripe/stripe-callbacks';

/** What of the environment says how callbacks are signed; a connector without its secret is not listened to. */
export interface CallbackEnvironment {
  SANDBOX_SECRET: string;
  SANDBOX_BACKUP_URL?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
}

/** The readers of callbacks, by the names of their connectors. */
export type CallbackReaders = Readonly<Record<string, CallbackReader>>;

export function callbackReaders(environment: CallbackEnvironment): CallbackReaders {
  const { SANDBOX_SECRET, SANDBOX_BACKUP_URL, STRIPE_WEBHOOK_SECRET } = environment;
  const sandbox = createSandboxCallbacks(SANDBOX_SECRET);
  return {
    sandbox,
    ...(SANDBOX_BACKUP_URL === undefined ? {} : { 'sandbox-backup': sandbox }),
    ...(STRIPE_WEBHOOK_SECRET === undefined ? {} : { stripe: createStripeCallbacks(STRIPE_WEBHOOK_SECRET) }),
  };
}
