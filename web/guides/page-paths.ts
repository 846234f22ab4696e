import type { DocsVersion, SidebarItem } from './guide';

/** Every address that a version of the docs answers: its root, its guides and the indexes of its categories. */
export function pagePaths({ root, guides, sidebar }: DocsVersion): Set<string> {
  return new Set([
    root,
    ...Object.values(guides).map(({ path }) => path),
    ...categories(sidebar).map((name) => `${root}/category/${name}`),
  ]);
}

function categories(items: SidebarItem[]): string[] {
  return items.flatMap((item) => (typeof item === 'string' ? [] : [item.category, ...categories(item.items)]));
}
