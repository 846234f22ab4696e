import { createRequestHandler } from '@remix-run/node';

/** Parts of a page that the site's own navigation asks for. */
export const FRAGMENTS = ['main', 'page'];

/**
 * Renders a page of a build to a web response, which can be compressed and kept; the Express adapter would write it out at
 * once. `address`: the path with its query, as it was asked for.
 */
export function pageRenderer(build) {
  const { siteConfig } = build.entry.module;
  const base = siteConfig.baseUrl.replace(/\/$/, '');
  const handle = createRequestHandler(build, 'production');
  const twin = new RegExp(`^${base}(/(?:docs|api)(?:/[^?]*)?)\\.md(?=\\?|$)`);
  return ({ address, theme, fragment }) => {
    // `/docs/intro.md` is the Markdown of `/docs/intro`: the application has it under `/markdown/`.
    const url = new URL(address.replace(twin, `${base}/markdown$1`), siteConfig.url);
    return handle(new Request(url, { headers: { accept: 'text/html' } }), contextOf(build, { theme, fragment }));
  };
}

/** What the application is told beside the request. */
export function contextOf(build, { theme, fragment }) {
  return {
    theme,
    fragment: FRAGMENTS.includes(fragment) ? fragment : undefined,
    clientEntry: build.assets.entry.module,
  };
}
