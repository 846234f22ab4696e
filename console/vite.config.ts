import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

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
      output: { experimentalMinChunkSize: 1_024 },
      // Packages mark components of the browser for frameworks that also render on a server.
      onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
    },
  },
});
