import { join } from 'node:path';
import { createRequestHandler } from '@remix-run/express';
import express from 'express';
import { createPageCache } from './page-cache.mjs';
import { answerFailures } from './answer-failures.mjs';
import { contextOf, fragmentOf, pageRenderer } from './render-page.mjs';
import { securityHeaders } from './security-headers.mjs';
import { serveAssets } from './serve-assets.mjs';
import { warmUpPages } from './warm-up.mjs';

/** The site as an Express application over a finished build; ready once `warmUp` has rendered its pages. */
export function createSite({ build, buildFolder }) {
  const { siteConfig, sitePaths, inlineScriptHashes, inlineStyleHashes } = build.entry.module;
  const base = siteConfig.baseUrl.replace(/\/$/, '');
  const paths = sitePaths().map((path) => encodeURI(base + path));
  const keptPaths = new Set(paths.flatMap((path) => [path, `${path}.md`]));
  const pages = createPageCache({ render: pageRenderer(build), themeOf, keptPaths });
  let state = 'warming up';
  let warming;
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.get('/healthz', (_request, response) => response.json({ status: 'ok' }));
  app.get('/readyz', (_request, response) => {
    response.status(state === 'ready' ? 200 : 503).json({ status: state });
  });
  app.use(securityHeaders({ siteConfig, inlineScriptHashes, inlineStyleHashes }));
  app.use(base || '/', serveAssets(join(buildFolder, 'client')));
  app.use(pages.answer);
  const getLoadContext = (request) => contextOf(build, { theme: themeOf(request), fragment: fragmentOf(request) });
  app.use(createRequestHandler({ build, mode: 'production', getLoadContext }));
  app.use(answerFailures);
  return {
    app,
    warmUp: async () => {
      warming = warmUpPages({ buildFolder, keep: pages.keep });
      await warming.ready;
      if (state !== 'stopping') state = 'ready';
    },
    stop: () => {
      state = 'stopping';
      void warming?.stop();
    },
  };
}

/** The mode chosen without JavaScript; with it, the page sets the mode itself. */
function themeOf(request) {
  return /(?:^|;\s*)theme=dark(?:;|$)/.test(request.headers.cookie ?? '') ? 'dark' : 'light';
}
