import { createAdyenCallbacks } from './adyen/adyen-callbacks';
import type { CallbackReader } from './callback';
import { createYooKassaCallbacks } from './yookassa/yookassa-callbacks';
import { YOOKASSA_NETWORKS as YOOKASSA_ADDRESSES } from './yookassa/yookassa.kind';
import { createSandboxCallbacks } from './sandbox/sandbox-callbacks';

/** Secrets of callbacks; callbacks of a connector without its secret are rejected. */
export interface CallbackEnvironment {
  SANDBOX_SECRET?: string | undefined;
  SANDBOX_BACKUP_URL?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
  YOOKASSA_SHOP_ID?: string | undefined;
  YOOKASSA_NETWORKS?: readonly string[] | undefined;
  ADYEN_MERCHANT_ACCOUNT?: string | undefined;
  ADYEN_HMAC_KEY?: string | undefined;
  ADYEN_TRANSFER_HMAC_KEY?: string | undefined;
}

/** Callback readers by connector name. */
export type CallbackReaders = Readonly<Record<string, CallbackReader>>;

export async function callbackReaders(environment: CallbackEnvironment): Promise<CallbackReaders> {
  const { SANDBOX_SECRET, SANDBOX_BACKUP_URL, STRIPE_WEBHOOK_SECRET, YOOKASSA_SHOP_ID, YOOKASSA_NETWORKS } =
    environment;
  const sandbox = SANDBOX_SECRET === undefined ? undefined : createSandboxCallbacks(SANDBOX_SECRET);
  const stripe = STRIPE_WEBHOOK_SECRET === undefined ? undefined : await stripeCallbacks(STRIPE_WEBHOOK_SECRET);
  return {
    ...(sandbox && { sandbox }),
    ...(sandbox && SANDBOX_BACKUP_URL !== undefined && { 'sandbox-backup': sandbox }),
    ...(stripe && { stripe }),
    ...(YOOKASSA_SHOP_ID !== undefined && {
      yookassa: createYooKassaCallbacks(YOOKASSA_NETWORKS ?? YOOKASSA_ADDRESSES),
    }),
    ...adyenCallbacks(environment),
  };
}

function adyenCallbacks(environment: CallbackEnvironment): CallbackReaders {
  const { ADYEN_MERCHANT_ACCOUNT: merchantAccount, ADYEN_HMAC_KEY: key } = environment;
  if (merchantAccount === undefined || key === undefined) return {};
  const { ADYEN_TRANSFER_HMAC_KEY: transferKey } = environment;
  const transferHmacKey = transferKey === undefined ? undefined : Buffer.from(transferKey, 'hex');
  return { adyen: createAdyenCallbacks({ merchantAccount, hmacKey: Buffer.from(key, 'hex'), transferHmacKey }) };
}

/** Loaded lazily: its package takes 17 MB. */
async function stripeCallbacks(secret: string): Promise<CallbackReader> {
  const { createStripeCallbacks } = await import('./stripe/stripe-callbacks.js');
  return createStripeCallbacks(secret);
}
