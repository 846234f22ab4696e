import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { LANGUAGES } from './languages';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Preloads the React part and the texts of the document's language, which every payer needs. The language is set later
 * (`builder/documents.ts`).
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
 * Loads scripts after the styles of the first paint, which needs no script and has a slow network to itself
 * (`docs/checkout.md` says what that changes).
 */
const scriptsAfterPaint: Plugin = {
  name: 'scripts-after-paint',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace(/<script type="module"|<link rel="modulepreload"/g, '$& fetchpriority="low"'),
  },
};

/** Builds the hosted page. Methods and languages that a payer may not need are loaded on demand. */
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
    // Avoids a wrapper function around React, which browsers would parse again when called.
    commonjsOptions: { strictRequires: false },
    rollupOptions: { input: [here('./page/pay.html'), here('./page/returned.html')] },
  },
});
