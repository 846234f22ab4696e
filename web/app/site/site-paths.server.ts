import type { DocsVersion } from '../../guides/guide';
import { siteConfig } from '../../site.config';
import { apiReferences } from '../reference/references.server';
import { getSidebar, versions, type SidebarNode } from './docs.server';

export function sitePaths(): string[] {
  return pathsWith(versions);
}

export function listedPaths(): string[] {
  return pathsWith(versions.filter(({ isDefault }) => isDefault));
}

function pathsWith(chosen: DocsVersion[]): string[] {
  const docs = chosen.flatMap((version) => [
    version.root,
    ...collect(getSidebar(version)),
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
