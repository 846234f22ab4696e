import { join } from 'node:path';
import { createDrainingServer } from '../../runtime/drain';
import { loadCheckoutEnvironment } from '../../runtime/environment';
import { createLogger } from '../../runtime/logger';
import { stopOnSignals } from '../../runtime/shutdown';
import { createCheckout } from './checkout';

const buildFolder = join(__dirname.replace(/[\\/]dist[\\/]checkout[\\/]server$/, ''), 'checkout', 'build');
/** Longer than the usual 60 s of load balancers, which would otherwise reuse a connection just closed. */
const KEEP_ALIVE_MS = 65_000;

/** The checkout process: the hosted page and its script. Stateless and without secrets. */
async function main(): Promise<void> {
  const environment = loadCheckoutEnvironment();
  const logger = createLogger({ process: 'checkout', level: environment.LOG_LEVEL });
  const app = createCheckout({ environment, buildFolder, logger });
  const serveMs = environment.DRAIN_SECONDS * 1_000;
  const { server, drain } = createDrainingServer({ serveMs }, app);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(environment.CHECKOUT_PORT, environment.HOST, resolve);
  });
  stopOnSignals({ logger, serveMs, steps: [{ name: 'server', stop: drain }] });
  logger.info({ port: environment.CHECKOUT_PORT }, 'checkout is ready');
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
