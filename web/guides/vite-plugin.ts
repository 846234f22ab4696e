import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { compileVersions } from './compile-versions';
import { siteConfig } from '../site.config';
import { readLogo } from './read-logo';
import { contentFolder, publicFolder, specificationsFolder } from './source-folders';

const GUIDES = 'virtual:guides';
const SPECIFICATIONS = 'virtual:specifications';
const LOGO = 'virtual:logo';
const MODULES = new Set([GUIDES, SPECIFICATIONS, LOGO]);

/**
 * Gives the server what the site is made of: the compiled guides, the text of every specification, and the logo.
 *
 * The first two travel as one JSON string, because a JavaScript engine parses JSON several times faster than the same literal.
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
      if (id === `\0${LOGO}`)
        return `export default ${JSON.stringify(await readLogo(join(publicFolder, siteConfig.favicon)))};`;
      return undefined;
    },
  };
}

function asModule(value: unknown): string {
  return `export default JSON.parse(${JSON.stringify(JSON.stringify(value))});`;
}

async function readSpecifications(): Promise<Record<string, unknown>> {
  const names = (await readdir(specificationsFolder).catch(() => [])).filter((name) => name.endsWith('.json')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(specificationsFolder, name), 'utf8')));
  return Object.fromEntries(names.map((name, index) => [name, JSON.parse(texts[index] ?? 'null') as unknown]));
}
