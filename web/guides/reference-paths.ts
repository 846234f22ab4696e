import { buildReferences } from '../app/reference/reference';
import { readSpecifications } from './event-samples';
import { postmanCollections } from './postman-collections';

export async function referencePaths(specificationsFolder: string): Promise<string[]> {
  const references = buildReferences(await readSpecifications(specificationsFolder));
  const paths = references.flatMap(({ specification: { route, source, includes = [] }, operations }) => [
    `/api/${route}`,
    ...operations.map(({ id }) => `/api/${route}/${id}`),
    ...[source, ...includes].map((name) => `/specs/${name}`),
  ]);
  return [...paths, ...postmanCollections().map(({ path }) => path)];
}
