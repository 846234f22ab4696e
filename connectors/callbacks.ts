import type { CallbackReader } from './connector';
import { createSandboxCallbacks } from './sandbox/sandbox-callbacks';
import { createStripeCallbacks } from './stripe/stripe-callbacks';

/** What of the environment says how callbacks are signed; a connector without its secret is not listened to. */
export interface CallbackEnvironment {
  SANDBOX_SECRET: string;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
}

/** The readers of callbacks, by the names of their connectors. */
export type CallbackReaders = Readonly<Record<string, CallbackReader>>;

export function callbackReaders({ SANDBOX_SECRET, STRIPE_WEBHOOK_SECRET }: CallbackEnvironment): CallbackReaders {
  return {
    sandbox: createSandboxCallbacks(SANDBOX_SECRET),
    ...(STRIPE_WEBHOOK_SECRET === undefined ? {} : { stripe: createStripeCallbacks(STRIPE_WEBHOOK_SECRET) }),
  };
}
