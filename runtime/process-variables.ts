import { schemas } from './environment';

/** Ports of servers that only the local start runs. */
const LOCAL = ['POSTGRES_PORT', 'TEMPORAL_PORT'];
/** The platform does not get the database of the sandbox acquirer. */
const OF_OTHERS = [
  'SANDBOX_PORT',
  'SANDBOX_DATABASE_URL',
  'SANDBOX_PUBLIC_URL',
  'WEB_PORT',
  'CHECKOUT_PORT',
  'CODEC_HOST',
];
/** Who frames the payment form, and how it offers wallets, is for the checkout alone. */
const OF_CHECKOUT = Object.keys(schemas.checkout.shape).filter((name) => /^CHECKOUT_(?!URL)/.test(name));

/** The variables that each process reads. A deployment passes these to it, and no others: a test holds ours to them. */
export function variablesOfProcesses(): Record<'api' | 'worker' | 'sandbox' | 'checkout' | 'codec', string[]> {
  const without = new Set([...LOCAL, ...OF_OTHERS, ...OF_CHECKOUT]);
  const platform = Object.keys(schemas.platform.shape).filter((name) => !without.has(name));
  return {
    api: platform,
    worker: platform,
    sandbox: Object.keys(schemas.sandbox.shape),
    checkout: Object.keys(schemas.checkout.shape),
    codec: Object.keys(schemas.codec.shape),
  };
}
