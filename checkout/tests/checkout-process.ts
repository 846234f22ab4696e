import { join } from 'node:path';
import { portToKeep } from '../../tests/harness/ports';
import { getProbeUrl, startPlatformProcess, untilReady, getUrl } from '../../scripts/services/platform-process';
import { runFolder, service } from '../../tests/harness/services';

/** Starts the checkout process on its own port, without an API. */
export async function startCheckout(settings: Record<string, string> = {}): Promise<{
  url: string;
  stop: () => Promise<void>;
}> {
  await service('checkout');
  const environment = { NODE_ENV: 'test', HOST: '127.0.0.1', CHECKOUT_PORT: String(await portToKeep()), ...settings };
  const logFile = join(runFolder('logs'), `checkout-${environment.CHECKOUT_PORT}.log`);
  const child = startPlatformProcess({ name: 'checkout', environment, logFile });
  await untilReady(child, getProbeUrl('checkout', environment));
  return { url: getUrl('checkout', environment), stop: () => child.stop() };
}
