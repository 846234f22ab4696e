import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { type ErrorRequestHandler, type Express } from 'express';
import type { ConsoleEnvironment } from '../../runtime/environment';
import type { Logger } from '../../runtime/logger';
import { compressPage, sendVariant } from '../../runtime/static-files/send-variant';
import { serveAssets } from '../../runtime/static-files/serve-assets';
import { refuseForeignRequests, rejectDistantPaths } from './foreign-requests';
import { forwardTo } from './forward';
import { ConsoleRefusal } from './refusal';
import { dataHeaders, pageHeaders } from './security-headers';
import { SessionCookies } from './session-cookies';
import { sessionRoutes } from './session-routes';

export interface ConsoleOptions {
  environment: ConsoleEnvironment;
  buildFolder: string;
  logger: Logger;
}

export function createConsole({ environment, buildFolder, logger }: ConsoleOptions): Express {
  if (!existsSync(join(buildFolder, 'index.html')))
    throw new Error('the console has not been built: run npm run build');
  const page = compressPage(readFileSync(join(buildFolder, 'index.html')));
  const sessions = new SessionCookies(environment);
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.set('query parser', 'simple').set('trust proxy', environment.TRUSTED_PROXIES);
  app.get('/healthz', (_request, response) => response.json({ status: 'ok' }));
  app.get('/readyz', (_request, response) => response.json({ status: 'ready' }));
  app.use(['/api', '/session'], dataHeaders, refuseForeignRequests(environment));
  app.use('/session', sessionRoutes({ environment, sessions }));
  app.use('/api', forwardTo({ environment, sessions }));
  app.use(['/api', '/session'], rejectDistantPaths);
  const assets = serveAssets(buildFolder, (path) => path.endsWith('.html'));
  app.use((request, response, next) => {
    response.set('X-Content-Type-Options', 'nosniff').set('Cross-Origin-Resource-Policy', 'same-origin');
    assets(request, response, next);
  });
  app.get(/^\/assets\//, (_request, response) => response.status(404).type('text/plain').send('404\n'));
  const headers = pageHeaders(environment);
  // The page reads the address itself, so a deep link works after a sign-in.
  app.get(/.*/, (request, response) => {
    response.set({ ...headers, 'Cache-Control': 'no-cache' });
    sendVariant({ request, response, variant: page });
  });
  app.use((_request, response) => response.status(404).type('text/plain').send('404\n'));
  app.use(answerFailures(logger));
  return app;
}

/** Answers errors without details or the address, which may contain a mistyped secret. */
function answerFailures(logger: Logger): ErrorRequestHandler {
  return (error: Error & { status?: number }, _request, response, next) => {
    if (response.headersSent) return next(error);
    if (error instanceof ConsoleRefusal) {
      if (error.retryAfterSeconds !== undefined) response.set('Retry-After', String(error.retryAfterSeconds));
      return void response.status(error.status).json({ code: error.code, message: error.message });
    }
    const status = error instanceof URIError ? 400 : (error.status ?? 500);
    if (status >= 500) logger.error({ err: error }, 'a request failed');
    const code = status === 413 ? 'requestTooLarge' : status < 500 ? 'invalidRequest' : 'defect';
    response.status(status).json({ code, message: status < 500 ? 'the request is invalid' : 'unexpected error' });
  };
}
