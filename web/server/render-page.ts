import { createRequestHandler, type AppLoadContext } from '@remix-run/node';
import type { Request as ExpressRequest } from 'express';
import type { BuiltSite } from './built-site';

/** Parts of a page that the site's own navigation asks for. */
export const FRAGMENTS = ['main', 'page'] as const;

/** What a page shows beside its address: the mode, and which part of it. */
export type Look = Pick<AppLoadContext, 'theme' | 'fragment'>;

/** A place of the site, as it was asked for. */
export interface Place extends Look {
  path: string;
  query?: string;
}

/** The part that a request asks for; undefined for the whole page, and for a part that there is not. */
export function getFragment({ query }: Pick<ExpressRequest, 'query'>): Look['fragment'] {
  return FRAGMENTS.find((fragment) => fragment === query['_fragment']);
}

/**
 * Renders a page of a build to a web response, which can be compressed and kept; the Express adapter would write it out at
 * once.
 */
export function pageRenderer(build: BuiltSite): (place: Place) => Promise<Response> {
  const { siteConfig } = build.entry.module;
  const base = siteConfig.baseUrl.replace(/\/$/, '');
  const handle = createRequestHandler(build, 'production');
  const twin = new RegExp(`^${base}(/(?:docs|api)(?:/.*)?)\\.md$`);
  return ({ path, query = '', theme, fragment }) => {
    const url = new URL(siteConfig.url);
    // Set, not resolved: `//host/path` is a path of this site, and what is no address at all is a page that is not there.
    // `/docs/intro.md` is the Markdown of `/docs/intro`: the application has it under `/markdown/`.
    url.pathname = path.replace(twin, `${base}/markdown$1`);
    url.search = query;
    return handle(new Request(url, { headers: { accept: 'text/html' } }), getContext(build, { theme, fragment }));
  };
}

/** What the application is told beside the request. */
export function getContext(build: BuiltSite, { theme, fragment }: Look): AppLoadContext {
  return { theme, fragment, clientEntry: build.assets.entry.module };
}
