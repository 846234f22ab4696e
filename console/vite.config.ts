import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** With all that they import; in one file, because each request adds its headers to the first paint. */
const OF_EVERY_SCREEN = [
  './page/screens/queue/chargeback-actions.tsx',
  './page/screens/queue/queue-words.ts',
  './page/screens/search/found-path.ts',
  './page/parts/pieces.tsx',
  './page/parts/paged-list.tsx',
  './page/parts/tabs.tsx',
  './page/parts/format.ts',
];

/** Builds the pages. Screens, dialogs and charts are loaded on demand. */
export default defineConfig({
  root: here('./page'),
  publicDir: false,
  build: {
    outDir: here('./build'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rollupOptions: {
      // Parts that several screens share become few files: each request costs more than it carries.
      output: { experimentalMinChunkSize: 1_024, manualChunks: { shared: OF_EVERY_SCREEN.map(here) } },
      // Packages mark components of the browser for frameworks that also render on a server.
      onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
    },
  },
});
