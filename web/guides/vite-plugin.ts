import { join } from 'node:path';
import type { Plugin } from 'vite';
import { compileVersions } from './compile-versions';
import { readSearchStart, readSearchTerms } from '../search/builder/search-terms';
import { siteConfig } from '../site.config';
import { readEventSamples, readJsonFiles } from './event-samples';
import { readHomeSample } from './home-sample';
import { readPictures } from './pictures';
import { readLogo } from './read-logo';
import { readSignatureChecks } from './signature-checks';
import { contentFolder, publicFolder, specificationsFolder } from './source-folders';

const GUIDES = 'virtual:guides';
const SPECIFICATIONS = 'virtual:specifications';
const EVENT_SAMPLES = 'virtual:event-samples';
const SIGNATURE_CHECKS = 'virtual:signature-checks';
const SEARCH_TERMS = 'virtual:search-terms';
const SEARCH_START = 'virtual:search-start';
const HOME_SAMPLE = 'virtual:home-sample';
const LOGO = 'virtual:logo';
const MODULES = new Set([
  GUIDES,
  SPECIFICATIONS,
  EVENT_SAMPLES,
  SIGNATURE_CHECKS,
  SEARCH_TERMS,
  SEARCH_START,
  HOME_SAMPLE,
  LOGO,
]);

/**
 * Provides the compiled content as virtual modules: guides, specifications, event samples, signature checks and the logo. All
 * but the logo are JSON strings, which engines parse several times faster than literals.
 */
export function siteSources(): Plugin {
  return {
    name: 'holdfast-site-sources',
    resolveId: (id) => (MODULES.has(id) ? `\0${id}` : undefined),
    async load(id, options) {
      if (id === `\0${GUIDES}`) {
        return options?.ssr
          ? asModule(await compileVersions({ contentFolder, specificationsFolder }))
          : 'export default []';
      }
      if (id === `\0${SPECIFICATIONS}`) {
        return options?.ssr ? asModule(await readSpecifications()) : 'export default {}';
      }
      if (id === `\0${EVENT_SAMPLES}`) {
        return options?.ssr ? asModule(await readEventSamples()) : 'export default {}';
      }
      if (id === `\0${SIGNATURE_CHECKS}`) {
        return options?.ssr ? asModule(await readSignatureChecks()) : 'export default []';
      }
      if (id === `\0${SEARCH_TERMS}`) {
        return options?.ssr ? asModule(await readSearchTerms(contentFolder)) : 'export default {}';
      }
      if (id === `\0${SEARCH_START}`) return asModule(await readSearchStart(contentFolder));
      if (id === `\0${HOME_SAMPLE}`) {
        return options?.ssr ? asModule(await readHomeSample()) : 'export default []';
      }
      if (id === `\0${LOGO}`)
        return `export default ${JSON.stringify(await readLogo(join(publicFolder, siteConfig.favicon)))};`;
      return undefined;
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

async function readSpecifications(): Promise<Record<string, unknown>> {
  const documents = await readJsonFiles(specificationsFolder);
  return Object.fromEntries(documents.map(({ name, content }) => [`${name}.json`, content]));
}
