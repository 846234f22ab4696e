import { createRequestHandler } from '@remix-run/node';

/** Parts of a page that the site's own navigation asks for. */
export const FRAGMENTS = ['main', 'page'];

/** The part that a request asks for; undefined for the whole page, and for a part that there is not. */
export function fragmentOf({ query }) {
  return FRAGMENTS.find((fragment) => fragment === query._fragment);
}

/**
 * Renders a page of a build to a web response, which can be compressed and kept; the Express adapter would write it out at
 * once. `path` and `query` as they were asked for.
 */
export function pageRenderer(build) {
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
    return handle(new Request(url, { headers: { accept: 'text/html' } }), contextOf(build, { theme, fragment }));
  };
}

/** What the application is told beside the request. */
export function contextOf(build, { theme, fragment }) {
  return { theme, fragment, clientEntry: build.assets.entry.module };
}
