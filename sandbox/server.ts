import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { createServer, type Server } from 'node:http';
import { Pool } from 'pg';
import { ZodError } from 'zod';
import { listen } from '../runtime/listen';
import type { Logger } from '../runtime/logger';
import { PeriodicTask } from '../runtime/periodic-task';
import { ConfiguredBehaviours } from './behaviours/configured-behaviours';
import { CallbackSender } from './callbacks/callback-sender';
import { controlRoutes, type Controls } from './http/control.routes';
import { listingRoutes } from './http/listing.routes';
import { observationsRoutes } from './http/observations.routes';
import { operationsRoutes, type OperationsApi } from './http/operations.routes';
import { pagesRoutes } from './http/pages.routes';
import { jsonBody, UnreadableBody } from './http/read-body';
import { createSandboxKeys, secretComparer, type SandboxKeys } from './keys';
import { INTERACTION_LIFETIMES, type InteractionLifetimes } from './operations/interaction';
import { SandboxDeferrals } from './deferrals';
import { SandboxPayers } from './payers';
import { createSchema } from './database/schema';

export interface SandboxOptions {
  databaseUrl: string;
  secret: string;
  logger: Logger;
  host: string;
  /** 0 selects a free port. */
  port: number;
  /** Public base address of the pages; default: the listening address. */
  publicUrl?: string;
  /** Whether lists, controls and the acquirer's API need no API key (development). */
  isOpen: boolean;
  lifetimes?: Partial<InteractionLifetimes>;
  /** Poll interval for expired interactions and due callbacks. */
  pollMs?: number;
}

export interface Sandbox {
  url: string;
  stop(): Promise<void>;
}

const MAX_CONNECTIONS = 10;
const DEFAULT_POLL_MS = 1_000;

/** Starts the sandbox; it is ready when the promise resolves. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { logger, pollMs = DEFAULT_POLL_MS } = options;
  const pool = new Pool({ connectionString: options.databaseUrl, max: MAX_CONNECTIONS, pipeline: true });
  pool.on('error', (error) => logger.error({ err: error }, 'an idle database connection broke'));
  // An unhandled error of an active connection would end the process.
  pool.on('connect', (client) =>
    client.on('error', (error) => logger.error({ err: error }, 'a database connection broke')),
  );
  const keys = createSandboxKeys(options.secret);
  const behaviours = new ConfiguredBehaviours(pool);
  await createSchema(pool, logger);
  await behaviours.load();
  const callbacks = new CallbackSender({ pool, keys, logger, pollMs });
  const payers = new SandboxPayers(pool, callbacks);
  const deferrals = new SandboxDeferrals(pool, callbacks);
  const server = createServer();
  const url = `http://${options.host}:${await listen(server, options)}`;
  const publicUrl = (options.publicUrl ?? url).replace(/\/$/, '');
  const lifetimes = { ...INTERACTION_LIFETIMES, ...options.lifetimes };
  server.on(
    'request',
    createApp({ pool, keys, behaviours, payers, deferrals, logger, publicUrl, lifetimes, isOpen: options.isOpen }),
  );
  const expiry = new PeriodicTask({
    run: async () => {
      await payers.expire(new Date());
      return pollMs;
    },
    onError: (error) => logger.error({ err: error }, 'interactions could not be expired'),
    retryAfterMs: pollMs,
  });
  expiry.start();
  const stop = async () => {
    await expiry.stop();
    await closeServer(server);
    await callbacks.stop();
    await pool.end();
  };
  return { url, stop };
}

type AppParts = OperationsApi & Controls & { isOpen: boolean };

function createApp(parts: AppParts): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.get('/healthz', (_request, response) => response.json({ status: 'ok' }));
  app.get('/readyz', (_request, response) => {
    parts.pool.query('SELECT 1').then(
      () => response.json({ status: 'ready' }),
      () => response.status(503).json({ status: 'unavailable' }),
    );
  });
  app.use(pagesRoutes({ ...parts, isListShown: parts.isOpen }));
  if (!parts.isOpen) app.use(requireApiKey(parts.keys));
  app.use(jsonBody());
  app.use(operationsRoutes(parts), observationsRoutes(parts), listingRoutes(parts), controlRoutes(parts));
  app.use((_request, response) => response.status(404).json({ error: 'noSuchPath' }));
  app.use(answerError(parts.logger));
  return app;
}

function requireApiKey(keys: SandboxKeys): RequestHandler {
  const isApiKey = secretComparer(keys.apiKey);
  return (request, response, next) => {
    const [scheme, key] = (request.headers.authorization ?? '').split(' ');
    if (scheme?.toLowerCase() === 'bearer' && key && isApiKey(key)) return next();
    response.status(401).json({ error: 'unauthorised' });
  };
}

/** Requests are never logged: their bodies may contain cards. */
function answerError(logger: Logger): ErrorRequestHandler {
  return (error: { status?: unknown; code?: unknown; name?: unknown; stack?: unknown }, request, response, next) => {
    if (response.headersSent) return next(error);
    if (error instanceof ZodError) {
      // Paths and codes only: a message could repeat a card number.
      const problems = error.issues.map(({ path, code }) => ({ path: path.join('.'), code }));
      return void response.status(400).json({ error: 'malformedRequest', problems });
    }
    if (typeof error.status === 'number' && error.status < 500) {
      const problems = error instanceof UnreadableBody ? [{ path: error.place, code: error.problem }] : undefined;
      response.status(error.status).json({ error: 'malformedRequest', problems });
      return;
    }
    const { code, name, stack } = error;
    logger.error({ method: request.method, code, name, stack }, 'request failed');
    response.status(500).json({ error: 'unexpected' });
  };
}

/** Time for pending requests; hanging calls are then cut. */
const GRACE_MS = 3_000;

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
