import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { LANGUAGES } from './languages';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The part with React is needed by every payer, and so are the texts of his language: both begin to load before the part that
 * asks for them has run. Which language a document is of is known where it is made (`builder/documents.ts`).
 */
const preloadParts: Plugin = {
  name: 'preload-parts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle, filename }) => {
      if (!filename.endsWith('pay.html')) return [];
      return Object.values(bundle ?? {}).flatMap((file) => {
        const language = LANGUAGES.find((name) => file.type === 'chunk' && file.name === name);
        if (file.type !== 'chunk' || (file.name !== 'render' && !language)) return [];
        const attrs = { rel: 'modulepreload', crossorigin: true, href: `/${file.fileName}` };
        return [
          {
            tag: 'link',
            attrs: { ...attrs, ...(language ? { 'data-language': language } : {}) },
            injectTo: 'head' as const,
          },
        ];
      });
    },
  },
};

/**
 * The first paint needs no script: what draws it comes first, and on a slow network nothing shares the line with it
 * (`docs/checkout.md` says what that changes).
 */
const scriptsAfterPaint: Plugin = {
  name: 'scripts-after-paint',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace(/<script type="module"|<link rel="modulepreload"/g, '$& fetchpriority="low"'),
  },
};

/** The hosted page. What a payer may never need (a method, a language) is loaded when it is. */
export default defineConfig({
  root: here('./page'),
  publicDir: false,
  plugins: [preloadParts, scriptsAfterPaint],
  build: {
    outDir: process.env['CHECKOUT_BUILD_DIR'] ?? here('./build'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2020',
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    // React stands in no function of its own, which a browser would read again when it is called.
    commonjsOptions: { strictRequires: false },
    rollupOptions: { input: [here('./page/pay.html'), here('./page/returned.html')] },
  },
});
