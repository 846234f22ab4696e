import { consoleVariables } from './console-variables';
import { schemas } from './environment';
import { vaultOnlyVariables } from './vault-variables';

/** Ports of servers that only the local start runs. */
const LOCAL = ['POSTGRES_PORT', 'TEMPORAL_PORT'];
/** Variables of other processes; the platform never gets the sandbox acquirer's database. */
const FOREIGN = [
  'SANDBOX_PORT',
  'SANDBOX_DATABASE_URL',
  'SANDBOX_PUBLIC_URL',
  'WEB_PORT',
  'CHECKOUT_PORT',
  ...Object.keys(consoleVariables),
  'CODEC_HOST',
];
/** Variables that only the checkout reads. */
const CHECKOUT_ONLY = Object.keys(schemas.checkout.shape).filter((name) => /^CHECKOUT_(?!URL)/.test(name));

/** The variables that a deployment passes to each process; tests compare ours with this. */
export function variablesOfProcesses(): Record<
  'api' | 'worker' | 'sandbox' | 'checkout' | 'console' | 'codec' | 'vault',
  string[]
> {
  const without = new Set([...LOCAL, ...FOREIGN, ...CHECKOUT_ONLY, ...Object.keys(vaultOnlyVariables)]);
  const platform = Object.keys(schemas.platform.shape).filter((name) => !without.has(name));
  return {
    api: platform,
    worker: platform,
    sandbox: Object.keys(schemas.sandbox.shape),
    checkout: Object.keys(schemas.checkout.shape),
    console: Object.keys(schemas.console.shape),
    codec: Object.keys(schemas.codec.shape),
    vault: Object.keys(schemas.vault.shape),
  };
}
