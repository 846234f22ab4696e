import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenApiDocument } from '../app/reference/openapi';
import { buildReference } from '../app/reference/reference';
import { siteConfig } from '../site.config';
import { postmanCollections } from './postman-collections';

export async function referencePaths(specificationsFolder: string): Promise<string[]> {
  const references = siteConfig.specifications.map(async (specification) => {
    const names = [specification.source, ...(specification.includes ?? [])];
    const texts = await Promise.all(
      names.map((name) => readFile(join(specificationsFolder, name), 'utf8').catch(() => undefined)),
    );
    const documents = texts.filter((text) => text !== undefined).map((text) => JSON.parse(text) as OpenApiDocument);
    const overview = `/api/${specification.route}`;
    const operations = buildReference(specification, documents).operations.map(({ id }) => `${overview}/${id}`);
    return [overview, ...operations, ...names.map((name) => `/specs/${name}`)];
  });
  return [...(await Promise.all(references)).flat(), ...postmanCollections().map(({ path }) => path)];
}
