import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { type ErrorRequestHandler, type Express, type Request, type Response } from 'express';
import { compressPage, sendVariant, type Variants } from '../../runtime/static-files/send-variant';
import { serveAssets } from '../../runtime/static-files/serve-assets';
import type { CheckoutEnvironment } from '../../runtime/environment';
import type { Logger } from '../../runtime/logger';
import { chooseLanguage, LANGUAGES } from '../languages';
import { openAppleSessions, SESSION_PATH } from './apple-pay-sessions';
import { assetHeaders, pageHeaders } from './security-headers';

export interface CheckoutOptions {
  environment: CheckoutEnvironment;
  buildFolder: string;
  logger: Logger;
}

/** Files that other origins may load: the script and its integrity data. */
const PUBLIC_FILES = /^\/(checkout\.js|integrity\.json|assets\/checkout-[0-9a-f]+\.js)$/;

/** Crawlers must be able to read a page to see its noindex. */
const ROBOTS = 'User-agent: *\nAllow: /\n';

export function createCheckout({ environment, buildFolder, logger }: CheckoutOptions): Express {
  if (!existsSync(join(buildFolder, 'returned.html'))) {
    throw new Error('the checkout has not been built: run npm run build');
  }
  const read = (name: string) => readPage(join(buildFolder, name), environment);
  const payIn = Object.fromEntries(LANGUAGES.map((language) => [language, read(`pay.${language}.html`)]));
  const returned = read('returned.html');
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.set('query parser', 'simple');
  app.get('/healthz', (_request, response) => response.json({ status: 'ok' }));
  app.get('/readyz', (_request, response) => response.json({ status: 'ready' }));
  app.get('/pay', (request, response) => {
    response.vary('Accept-Language');
    sendPage({ request, response, page: payIn[chooseLanguage(undefined, request.acceptsLanguages())] ?? returned });
  });
  // Banks return payers by GET or by a form, whose content is ignored.
  app.get('/returned', (request, response) => sendPage({ request, response, page: returned }));
  app.post('/returned', (request, response) => sendPage({ request, response, page: returned }));
  const appleSessions = openAppleSessions(environment, logger);
  if (appleSessions) app.use(appleSessions);
  app.get('/robots.txt', (_request, response) => response.type('text/plain').send(ROBOTS));
  app.use((request, response, next) => {
    assetHeaders(response, PUBLIC_FILES.test(request.path) ? 'any' : 'own');
    next();
  });
  app.use(serveAssets(buildFolder, (path) => path.endsWith('.html')));
  app.use((_request, response) => response.status(404).type('text/plain').send('404\n'));
  app.use(answerFailures(logger));
  return app;
}

interface Page {
  variant: Variants;
  headers: Readonly<Record<string, string>>;
}

function sendPage({ request, response, page }: { request: Request; response: Response; page: Page }): void {
  // The page's name has no hash, so browsers revalidate it each time.
  response.set({ ...page.headers, 'Cache-Control': 'no-cache' });
  sendVariant({ request, response, variant: page.variant });
}

/** Reads a page and adds its settings as attributes; the policy allows inline parts by hash. */
function readPage(file: string, environment: CheckoutEnvironment): Page {
  const base = environment.API_URL.replace(/\/+$/, '');
  const html = readFileSync(file, 'utf8')
    .replaceAll('%API_URL%', () => attributeText(base))
    .replaceAll('%WALLETS%', () => attributeText(walletsText(environment)));
  return { variant: compressPage(Buffer.from(html)), headers: pageHeaders(environment, html) };
}

function walletsText(environment: CheckoutEnvironment): string {
  const {
    CHECKOUT_COUNTRY: country,
    CHECKOUT_GOOGLE_PAY_GATEWAY: gateway,
    CHECKOUT_GOOGLE_PAY_MERCHANT_ID: merchantID,
    CHECKOUT_APPLE_PAY_CERT: cert,
    CHECKOUT_APPLE_PAY_SESSION_URL: sessionUrl = cert && SESSION_PATH,
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

/** Answers errors without details or the URL, which may contain mistyped data. */
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
