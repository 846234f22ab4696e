import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The hosted page. What a payer may never need (a method, a language) is loaded when it is. */
export default defineConfig({
  root: here('./page'),
  publicDir: false,
  build: {
    outDir: process.env['CHECKOUT_BUILD_DIR'] ?? here('./build'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2020',
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rollupOptions: { input: here('./page/pay.html') },
  },
});
