import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { compileVersions } from './compile-versions';
import { contentFolder, specificationsFolder } from './source-folders';

const GUIDES = 'virtual:guides';
const SPECIFICATIONS = 'virtual:specifications';

/**
 * Gives the server what the site is made of: the compiled guides and the text of every specification.
 *
 * Both travel as one JSON string, because a JavaScript engine parses JSON several times faster than the same literal.
 */
export function siteSources(): Plugin {
  return {
    name: 'holdfast-site-sources',
    resolveId: (id) => (id === GUIDES || id === SPECIFICATIONS ? `\0${id}` : undefined),
    async load(id, options) {
      if (id === `\0${GUIDES}`) {
        return options?.ssr
          ? asModule(await compileVersions({ contentFolder, specificationsFolder }))
          : 'export default []';
      }
      if (id === `\0${SPECIFICATIONS}`) {
        return options?.ssr ? asModule(await readSpecifications()) : 'export default {}';
      }
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
