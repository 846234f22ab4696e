import { createRequestHandler } from '@remix-run/express';
import { createRequestHandler as createWebHandler } from '@remix-run/node';
import express from 'express';
import { createPageCache } from './page-cache.mjs';
import { securityHeaders } from './security-headers.mjs';
import { serveAssets } from './serve-assets.mjs';
import { warmUpPages } from './warm-up.mjs';

/** The site as an Express application over a finished build. */
export function createSite({ build, clientFolder }) {
  const { siteConfig, inlineScriptHashes, sitePaths } = build.entry.module;
  const base = siteConfig.baseUrl.replace(/\/$/, '');
  let isStopping = false;
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.get('/healthz', (_request, response) => response.json({ status: 'ok' }));
  app.get('/readyz', (_request, response) => {
    response.status(isStopping ? 503 : 200).json({ status: isStopping ? 'stopping' : 'ready' });
  });
  app.use(securityHeaders({ siteConfig, inlineScriptHashes }));
  app.use(base || '/', serveAssets(clientFolder));
  app.use(createPageCache({ render: pageRenderer(build, base), themeOf }));
  app.use(createRequestHandler({ build, mode: 'production', getLoadContext: (request) => contextOf(request, build) }));
  return {
    app,
    warmUp: (origin) =>
      warmUpPages({ origin, paths: sitePaths().map((path) => base + path), isStopped: () => isStopping }),
    stop: () => {
      isStopping = true;
    },
  };
}

/** Renders a page to a web response, which can be compressed and kept; the Express adapter would write it out at once. */
function pageRenderer(build, base) {
  const { siteConfig } = build.entry.module;
  const handle = createWebHandler(build, 'production');
  const twin = new RegExp(`^${base}(/(?:docs|api)(?:/[^?]*)?)\\.md(?=\\?|$)`);
  return (request) => {
    // `/docs/intro.md` is the Markdown of `/docs/intro`: the application has it under `/markdown/`.
    const path = request.originalUrl.replace(twin, `${base}/markdown$1`);
    const url = new URL(path, siteConfig.url);
    return handle(new Request(url, { headers: { accept: 'text/html' } }), contextOf(request, build));
  };
}

function contextOf(request, build) {
  const fragment = request.query._fragment;
  return {
    theme: themeOf(request),
    fragment: fragment === 'main' || fragment === 'page' ? fragment : undefined,
    clientEntry: build.assets.entry.module,
  };
}

/** The mode chosen without JavaScript; with it, the page sets the mode itself. */
function themeOf(request) {
  return /(?:^|;\s*)theme=dark(?:;|$)/.test(request.headers.cookie ?? '') ? 'dark' : 'light';
}
