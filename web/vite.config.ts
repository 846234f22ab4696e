import { fileURLToPath } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';
import { siteConfig } from './site.config';
import { siteSources } from './guides/vite-plugin';
import { staticRoutes } from './static-routes';

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true;
  }
}

/** Bundles the search engine as one file: a chain of small ones delays the first search. */
function clientChunk(id: string): string | undefined {
  if (
    /\/app\/(?:entry\.client|client\/)|\/search\/(?:client\/(?:start-search|fetch-index|restored|search-places)|markup\/target-url)/.test(
      id,
    )
  )
    return 'entry.client';
  if (/\/search\/(?:engine|markup\/result-lines|client\/(?:index-engine|load-index|local-hits))/.test(id))
    return 'search';
  // React is shared by several chunks and keeps its hash between builds.
  if (/\/node_modules\/preact\//.test(id)) return 'react';
  return undefined;
}

/** Pages are rendered by React on the server; the few parts that the browser renders use a seventh of its bytes. */
const SMALL_REACT = [
  { find: /^react(?:-dom)?(\/client)?$/, replacement: 'preact/compat$1' },
  { find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime' },
];

export default defineConfig(({ command, isSsrBuild }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: siteConfig.baseUrl,
  resolve: { alias: command === 'build' && !isSsrBuild ? SMALL_REACT : [] },
  build: {
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    cssMinify: true,
    reportCompressedSize: false,
    modulePreload: false,
    rollupOptions: {
      // Most routes are intentionally empty on the client.
      onwarn: (warning, warn) => warning.code !== 'EMPTY_BUNDLE' && warn(warning),
      ...(isSsrBuild ? {} : { output: { manualChunks: clientChunk } }),
    },
  },
  plugins: [
    siteSources(),
    staticRoutes(),
    remix({
      appDirectory: 'app',
      buildDirectory: process.env['WEB_BUILD_DIR'] ?? 'build',
      basename: siteConfig.baseUrl,
      ignoredRouteFiles: ['**/*'],
      routes: (define) =>
        define((route) => {
          route('/', 'routes/home.tsx', { index: true });
          route('docs/*', 'routes/docs.tsx');
          route('api/:api', 'routes/api-overview.tsx');
          route('api/:api/:operation', 'routes/api-operation.tsx');
          route('search', 'routes/search.tsx');
          route('preferences', 'routes/preferences.ts');
          route('markdown/*', 'routes/markdown.ts');
          route('sitemap.xml', 'routes/sitemap.ts');
          route('robots.txt', 'routes/robots.ts');
          route('llms.txt', 'routes/llms.ts');
          route('*', 'routes/not-found.tsx');
        }),
      future: {
        v3_fetcherPersist: true,
        v3_lazyRouteDiscovery: true,
        v3_relativeSplatPath: true,
        v3_routeConfig: false,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
    }),
  ],
}));
