import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The part with React is needed by every payer, and begins to load before the part that asks for it has run. */
const preloadRendering: Plugin = {
  name: 'preload-rendering',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle, filename }) => {
      const chunk = Object.values(bundle ?? {}).find((file) => file.type === 'chunk' && file.name === 'render');
      if (!chunk || !filename.endsWith('pay.html')) return [];
      const attrs = { rel: 'modulepreload', crossorigin: true, href: `/${chunk.fileName}` };
      return [{ tag: 'link', attrs, injectTo: 'head' }];
    },
  },
};

/** The hosted page. What a payer may never need (a method, a language) is loaded when it is. */
export default defineConfig({
  root: here('./page'),
  publicDir: false,
  plugins: [preloadRendering],
  build: {
    outDir: process.env['CHECKOUT_BUILD_DIR'] ?? here('./build'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2020',
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rollupOptions: { input: [here('./page/pay.html'), here('./page/returned.html')] },
  },
});
