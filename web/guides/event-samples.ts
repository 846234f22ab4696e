import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenApiDocument } from '../app/reference/openapi';
import { contentFolder } from './source-folders';

export async function readEventSamples(): Promise<Record<string, unknown>> {
  const files = await readJsonFiles(join(contentFolder, 'events'));
  return Object.fromEntries(files.map(({ name, content }) => [name, content]));
}

/** Reads the documents of a folder by file name. */
export async function readSpecifications(folder: string): Promise<Record<string, OpenApiDocument>> {
  const documents = await readJsonFiles(folder);
  return Object.fromEntries(documents.map(({ name, content }) => [`${name}.json`, content as OpenApiDocument]));
}

async function readJsonFiles(folder: string): Promise<{ name: string; content: unknown }[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return names.map((name, index) => ({
    name: name.replace(/\.json$/, ''),
    content: JSON.parse(texts[index] ?? 'null') as unknown,
  }));
}
