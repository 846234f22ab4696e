import type { Plugin } from 'vite';

/** How the framework names a route's module in the build for the client. */
const CLIENT_ROUTE = '?__remix-build-client-route';

/**
 * Keeps routes out of the build for the client: no page comes to life there (docs/decisions/0009 and 0040), so bundling React and
 * every component only to throw them away would cost a seventh of the build's processor time.
 */
export function staticRoutes(): Plugin {
  return {
    name: 'holdfast-static-routes',
    enforce: 'post',
    transform: (_code, id, options) => (!options?.ssr && id.endsWith(CLIENT_ROUTE) ? 'export {};' : undefined),
  };
}
