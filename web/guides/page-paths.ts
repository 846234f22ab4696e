import type { DocsVersion, SidebarItem } from './guide';

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
