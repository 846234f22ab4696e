import type { Express } from 'express';
import { join } from 'node:path';
import { createDrainingServer } from './drain';
import { listen } from './listen';
import { createLogger, type Logger } from './logger';
import { PROJECT_FOLDER } from './project-folder';
import { stopOnSignals } from './shutdown';

/** Longer than the usual 60 s of load balancers, which would otherwise reuse a connection just closed. */
const KEEP_ALIVE_MS = 65_000;

interface PageServer {
  environment: { HOST: string; DRAIN_SECONDS: number; LOG_LEVEL: Parameters<typeof createLogger>[0]['level'] };
  port: number;
  createApp: (input: { buildFolder: string; logger: Logger }) => Express;
}

/** Runs the process of built pages until it is stopped; a failed start ends it with 1. */
export function servePages(name: 'checkout' | 'console', load: () => PageServer): void {
  start(name, load).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
}

async function start(name: 'checkout' | 'console', load: () => PageServer): Promise<void> {
  const { environment, port, createApp } = load();
  const logger = createLogger({ process: name, level: environment.LOG_LEVEL });
  const serveMs = environment.DRAIN_SECONDS * 1_000;
  const app = createApp({ buildFolder: join(PROJECT_FOLDER, name, 'build'), logger });
  const { server, drain } = createDrainingServer({ serveMs }, app);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await listen(server, { host: environment.HOST, port });
  stopOnSignals({ logger, serveMs, steps: [{ name: 'server', stop: drain }] });
  logger.info({ port }, `${name} is ready`);
}
