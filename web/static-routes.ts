import type { Plugin } from 'vite';

/** The suffix of route modules in the client build. */
const CLIENT_ROUTE = '?__remix-build-client-route';

/**
 * Excludes routes from the client build: pages are not hydrated (docs/decisions/0009 and 0040), and bundling them takes a
 * seventh of the build time.
 */
export function staticRoutes(): Plugin {
  return {
    name: 'holdfast-static-routes',
    enforce: 'post',
    transform: (_code, id, options) => (!options?.ssr && id.endsWith(CLIENT_ROUTE) ? 'export {};' : undefined),
  };
}
