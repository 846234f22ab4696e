import { createRequestHandler, type AppLoadContext } from '@remix-run/node';
import type { Request as ExpressRequest } from 'express';
import type { BuiltSite } from './built-site';

export const FRAGMENTS = ['main', 'page'] as const;

export type Look = Pick<AppLoadContext, 'theme' | 'fragment'>;

export interface RenderTarget extends Look {
  path: string;
  query?: string;
}

/** Returns the requested part; undefined for the whole page or an unknown part. */
export function getFragment({ query }: Pick<ExpressRequest, 'query'>): Look['fragment'] {
  return FRAGMENTS.find((fragment) => fragment === query['_fragment']);
}

/** Renders a page to a web Response that can be compressed and cached; the Express adapter would write it directly. */
export function pageRenderer(build: BuiltSite): (place: RenderTarget) => Promise<Response> {
  const { siteConfig } = build.entry.module;
  const base = siteConfig.baseUrl.replace(/\/$/, '');
  const handle = createRequestHandler(build, 'production');
  const twin = new RegExp(`^${base}(/(?:docs|api)(?:/.*)?)\\.md$`);
  return ({ path, query = '', theme, fragment }) => {
    const url = new URL(siteConfig.url);
    // Assigned, not resolved: `//host/path` is a path of this site, and an invalid address is a missing page.
    // `/docs/intro.md` is the route `/markdown/docs/intro`.
    url.pathname = path.replace(twin, `${base}/markdown$1`);
    url.search = query;
    return handle(new Request(url, { headers: { accept: 'text/html' } }), getContext(build, { theme, fragment }));
  };
}

export function getContext(build: BuiltSite, { theme, fragment }: Look): AppLoadContext {
  return { theme, fragment, clientEntry: build.assets.entry.module };
}
