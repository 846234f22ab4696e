import { join } from 'node:path';
import type { Plugin } from 'vite';
import { compileVersions } from './compile-versions';
import { readSearchStart, readSearchTerms } from '../search/builder/search-terms';
import { siteConfig } from '../site.config';
import { readEventSamples, readSpecifications } from './event-samples';
import { readHomeSample } from './home-sample';
import { readPictures } from './pictures';
import { readLogo } from './read-logo';
import { readSignatureChecks } from './signature-checks';
import { contentFolder, publicFolder, specificationsFolder } from './source-folders';

/** How the server reads each module, and what a browser gets instead if it does not need it. */
const MODULES: ReadonlyMap<string, readonly [read: () => Promise<unknown>, inBrowser?: '[]' | '{}']> = new Map([
  ['virtual:guides', [() => compileVersions({ contentFolder, specificationsFolder }), '[]']],
  ['virtual:specifications', [() => readSpecifications(specificationsFolder), '{}']],
  ['virtual:event-samples', [readEventSamples, '{}']],
  ['virtual:signature-checks', [readSignatureChecks, '[]']],
  ['virtual:search-terms', [() => readSearchTerms(contentFolder), '{}']],
  ['virtual:search-start', [() => readSearchStart(contentFolder)]],
  ['virtual:home-sample', [readHomeSample, '[]']],
  ['virtual:logo', [() => readLogo(join(publicFolder, siteConfig.favicon))]],
]);

/**
 * Provides the compiled content as virtual modules: guides, specifications, event samples, signature checks and the logo. They
 * are JSON strings, which engines parse several times faster than literals.
 */
export function siteSources(): Plugin {
  return {
    name: 'holdfast-site-sources',
    resolveId: (id) => (MODULES.has(id) ? `\0${id}` : undefined),
    async load(id, options) {
      const [read, inBrowser] = MODULES.get(id.replace('\0', '')) ?? [];
      if (!read) return undefined;
      return inBrowser && !options?.ssr ? `export default ${inBrowser}` : asModule(await read());
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const { light, dark } of Object.values(await readPictures(contentFolder)))
        for (const { path, bytes } of [light, dark]) this.emitFile({ type: 'asset', fileName: path, source: bytes });
    },
  };
}

function asModule(value: unknown): string {
  return `export default JSON.parse(${JSON.stringify(JSON.stringify(value))});`;
}
