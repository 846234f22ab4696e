import { join } from 'node:path';
import { createRequestHandler } from '@remix-run/express';
import express, { type Express, type Request } from 'express';
import { answerFailures } from './answer-failures';
import type { BuiltSite } from './built-site';
import { createDemoInvoices, type DemoShop } from './checkout-demo';
import { serveDemoKey } from './console-demo';
import { createPageCache } from './page-cache';
import { pageFeedback } from './page-feedback';
import { perMinute } from './per-minute';
import { getContext, getFragment, pageRenderer, type Look } from './render-page';
import { securityHeaders } from './security-headers';
import { serveAssets } from '../../runtime/static-files/serve-assets';
import { warmUpPages } from './warm-up';
import { webhookInboxes } from './webhook-inboxes';

/** Creates the Express application over a finished build; `warmUp` renders all pages ahead if configured. */
export function createSite({
  build,
  buildFolder,
  demo,
  isRenderedAhead,
}: {
  build: BuiltSite;
  buildFolder: string;
  demo?: DemoShop | undefined;
  isRenderedAhead: boolean;
}): {
  app: Express;
  warmUp: () => Promise<void>;
  stop: () => void;
} {
  const { siteConfig, sitePaths, inlineScriptHashes, inlineStyleHashes } = build.entry.module;
  const base = siteConfig.baseUrl.replace(/\/$/, '');
  const paths = sitePaths().map((path) => encodeURI(base + path));
  const keptPaths = new Set(paths.flatMap((path) => [path, `${path}.md`]));
  const pages = createPageCache({ render: pageRenderer(build), getTheme, keptPaths });
  let state: 'warming up' | 'ready' | 'stopping' = 'warming up';
  let warming: ReturnType<typeof warmUpPages> | undefined;
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.get('/healthz', (_request, response) => response.json({ status: 'ok' }));
  app.get('/readyz', (_request, response) => {
    response.status(state === 'ready' ? 200 : 503).json({ status: state });
  });
  app.use(securityHeaders({ siteConfig, inlineScriptHashes, inlineStyleHashes }));
  app.use(base || '/', serveAssets(join(buildFolder, 'client')));
  if (demo) app.post(`${base}/checkout-demo/invoice`, perMinute('X-Checkout-Demo', 60), createDemoInvoices(demo));
  if (demo && siteConfig.console.hasDemo) app.post(`${base}/console-demo/key`, serveDemoKey(demo));
  app.post(
    `${base}/feedback`,
    perMinute('X-Page-Feedback', 60),
    pageFeedback(new Set(sitePaths().map((path) => base + path))),
  );
  app.use(`${base}/quick-start/inboxes`, webhookInboxes());
  app.use(pages.answer);
  const getLoadContext = (request: Request) =>
    getContext(build, { theme: getTheme(request), fragment: getFragment(request) });
  const handle = createRequestHandler({ build, mode: 'production', getLoadContext });
  app.use((request, response, next) => void handle(request, response, next));
  app.use(answerFailures);
  return {
    app,
    warmUp: async () => {
      if (isRenderedAhead) warming = warmUpPages({ buildFolder, keep: pages.keep });
      await warming?.ready;
      if (state !== 'stopping') state = 'ready';
    },
    stop: () => {
      state = 'stopping';
      void warming?.stop();
    },
  };
}

function getTheme(request: Request): Look['theme'] {
  return /(?:^|;\s*)theme=dark(?:;|$)/.test(request.headers.cookie ?? '') ? 'dark' : 'light';
}
