import { siteConfig } from '../../site.config';
import { apiReferences } from '../reference/references.server';
import { sidebarOf, versions, type SidebarNode } from './docs.server';

/** Every page worth listing: for the sitemap, and for the server to render before the first reader asks. */
export function sitePaths(): string[] {
  const docs = versions.flatMap((version) => [
    version.root,
    ...collect(sidebarOf(version)),
    ...Object.values(version.guides)
      .filter(({ isUnlisted }) => !isUnlisted)
      .map(({ path }) => path),
  ]);
  const reference = siteConfig.specifications.flatMap(({ route }) => {
    const api = apiReferences().get(route);
    return [`/api/${route}`, ...(api?.operations ?? []).map(({ id }) => `/api/${route}/${id}`)];
  });
  return [...new Set(['/', ...docs, ...reference])];
}

function collect(nodes: SidebarNode[]): string[] {
  return nodes.flatMap(({ path, items }) => [path, ...collect(items ?? [])]);
}
