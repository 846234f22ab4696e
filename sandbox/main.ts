import { loadSandboxEnvironment } from '../runtime/environment';
import { createLogger } from '../runtime/logger';
import { stopOnSignals } from '../runtime/shutdown';
import { startSandbox } from './server';

async function main(): Promise<void> {
  const environment = loadSandboxEnvironment();
  const logger = createLogger({ process: 'sandbox', level: environment.LOG_LEVEL });
  const sandbox = await startSandbox({
    databaseUrl: environment.SANDBOX_DATABASE_URL,
    secret: environment.SANDBOX_SECRET,
    logger,
    host: environment.HOST,
    port: environment.SANDBOX_PORT,
    publicUrl: environment.SANDBOX_PUBLIC_URL ?? environment.SANDBOX_URL,
    isOpen: environment.NODE_ENV !== 'production',
  });
  stopOnSignals({ logger, steps: [{ name: 'sandbox', stop: () => sandbox.stop() }] });
  logger.info({ url: sandbox.url }, 'the sandbox is listening');
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
