import { join } from 'node:path';
import { createDrainingServer } from '../../runtime/drain';
import { loadConsoleEnvironment } from '../../runtime/environment';
import { createLogger } from '../../runtime/logger';
import { stopOnSignals } from '../../runtime/shutdown';
import { createConsole } from './console';

const buildFolder = join(__dirname.replace(/[\\/]dist[\\/]console[\\/]server$/, ''), 'console', 'build');
/** Longer than the usual 60 s of load balancers, which would otherwise reuse a connection just closed. */
const KEEP_ALIVE_MS = 65_000;

/** The console process: pages for operators and merchants, sessions in cookies, and requests to the API on their behalf. */
async function main(): Promise<void> {
  const environment = loadConsoleEnvironment();
  const logger = createLogger({ process: 'console', level: environment.LOG_LEVEL });
  const app = createConsole({ environment, buildFolder, logger });
  const serveMs = environment.DRAIN_SECONDS * 1_000;
  const { server, drain } = createDrainingServer({ serveMs }, app);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(environment.CONSOLE_PORT, environment.HOST, resolve);
  });
  stopOnSignals({ logger, serveMs, steps: [{ name: 'server', stop: drain }] });
  logger.info({ port: environment.CONSOLE_PORT }, 'console is ready');
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
