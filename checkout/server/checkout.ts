import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import express, { type ErrorRequestHandler, type Express } from 'express';
import type { Variants } from '../../assets/send-variant';
import { sendVariant } from '../../assets/send-variant';
import { serveAssets } from '../../assets/serve-assets';
import type { CheckoutEnvironment } from '../../runtime/environment';
import type { Logger } from '../../runtime/logger';
import { assetHeaders, pageHeaders } from './security-headers';

export interface CheckoutOptions {
  environment: CheckoutEnvironment;
  buildFolder: string;
  logger: Logger;
}

/** What other origins load: a tag of a shop's page, and what says how to pin it. */
const FOR_EVERYBODY = /^\/(checkout\.js|integrity\.json|assets\/checkout-[0-9a-f]+\.js)$/;

/** The checkout as an Express application over a finished build. */
export function createCheckout({ environment, buildFolder, logger }: CheckoutOptions): Express {
  if (!existsSync(join(buildFolder, 'pay.html'))) {
    throw new Error('the checkout has not been built: run npm run build');
  }
  const pages = {
    '/pay': pageOf(join(buildFolder, 'pay.html'), environment),
    // Banks bring payers back by GET, and by a form too, of which nothing is read.
    '/returned': pageOf(join(buildFolder, 'returned.html'), environment),
  };
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.set('query parser', 'simple');
  app.get('/healthz', (_request, response) => response.json({ status: 'ok' }));
  app.get('/readyz', (_request, response) => response.json({ status: 'ready' }));
  for (const [path, variant] of Object.entries(pages)) {
    app.all(path, pageHeaders(environment), (request, response, next) => {
      if (!['GET', 'HEAD', ...(path === '/returned' ? ['POST'] : [])].includes(request.method)) return next();
      // Small and without a name of its own: what it loads is kept for ever, and the page itself is asked for each time.
      response.set('Cache-Control', 'no-cache');
      sendVariant({ request, response, variant });
    });
  }
  app.use((request, response, next) => {
    assetHeaders(response, FOR_EVERYBODY.test(request.path) ? 'everybody' : 'own');
    next();
  });
  app.use(serveAssets(buildFolder, (path) => path.endsWith('.html')));
  app.use((_request, response) => response.status(404).type('text/plain').send('404\n'));
  app.use(answerFailures(logger));
  return app;
}

/** The page knows by attributes where the API is, and what else it is told: a script within it would need a hole in the policy. */
function pageOf(file: string, environment: CheckoutEnvironment): Variants {
  const base = environment.API_URL.replace(/\/+$/, '');
  const html = readFileSync(file, 'utf8')
    .replaceAll('%API_URL%', () => attributeText(base))
    .replaceAll('%WALLETS%', () => attributeText(walletsText(environment)));
  const identity = Buffer.from(html);
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 16)}"`;
  const [br, gzip] = [brotliCompressSync(identity), gzipSync(identity, { level: 9 })];
  return { identity, br, gzip, type: 'text/html; charset=utf-8', etag };
}

/** What the provider has set up for the wallets of browsers; empty where that is nothing. */
function walletsText(environment: CheckoutEnvironment): string {
  const {
    CHECKOUT_COUNTRY: country,
    CHECKOUT_GOOGLE_PAY_GATEWAY: gateway,
    CHECKOUT_GOOGLE_PAY_MERCHANT_ID: merchantID,
    CHECKOUT_APPLE_PAY_SESSION_URL: sessionUrl,
  } = environment;
  if (!gateway && !sessionUrl) return '';
  return JSON.stringify({
    country,
    ...(gateway ? { google: { gateway, merchantID } } : {}),
    ...(sessionUrl ? { apple: { sessionUrl } } : {}),
  });
}

function attributeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** Says nothing of what failed, and writes no address: whoever mistypes one may have put anything there. */
function answerFailures(logger: Logger): ErrorRequestHandler {
  return (error: Error & { status?: number }, _request, response, next) => {
    if (response.headersSent) return next(error);
    const isTheirs = error instanceof URIError || (error.status ?? 500) < 500;
    if (!isTheirs) logger.error({ err: error }, 'a request failed');
    response
      .status(isTheirs ? 400 : 500)
      .type('text/plain')
      .send(isTheirs ? '400\n' : '500\n');
  };
}
