import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

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

/** Builds a catalogue once with English only, for what `en.ts` imports, and once with Russian only. */
const oneLanguage: Plugin = {
  name: 'one-language',
  enforce: 'pre',
  async resolveId(source, importer = '') {
    const [, language] = /\/texts\/(?:.*\?)?(ru|en)(?:\.ts)?$/.exec(importer) ?? [];
    if (!language || !source.startsWith('.')) return null;
    const resolved = await this.resolve(source, importer.replace(/\?.*/, ''), { skipSelf: true });
    return resolved && /\/page\/texts\//.test(resolved.id) ? `${resolved.id}?${language}` : resolved;
  },
  load: (id) => {
    const [, language] = /\/language\.ts\?(ru|en)$/.exec(id) ?? [];
    return language ? `export const en = ${language === 'en'};` : null;
  },
};

/** Builds the pages. Screens, dialogs and charts are loaded on demand. */
export default defineConfig({
  root: here('./page'),
  publicDir: false,
  plugins: [oneLanguage],
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
