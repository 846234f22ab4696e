import type { DocsVersion, Guide, SidebarCategory, SidebarItem } from '../../guides/guide';
import type { PageDocument } from '../engine/documents';

const ROOT = 'Документация';

export function guideDocuments(version: DocsVersion): PageDocument[] {
  const levels = new Map<string, string[]>();
  const categories: PageDocument[] = [];
  const visit = (items: readonly SidebarItem[], above: readonly string[]): void => {
    for (const item of items) {
      if (typeof item === 'string') levels.set(item, [...above]);
      else {
        categories.push(categoryDocument(version, item, above));
        visit(item.items, [...above, item.title]);
      }
    }
  };
  visit(version.sidebar, [ROOT]);
  const guides = Object.values(version.guides).filter((guide) => !guide.isUnlisted);
  const root: PageDocument = { url: version.root, title: ROOT, kind: 'category', breadcrumbs: [], sections: [] };
  return [root, ...guides.map((guide) => guideDocument(guide, levels.get(guide.id) ?? [ROOT])), ...categories];
}

function guideDocument(guide: Guide, breadcrumbs: readonly string[]): PageDocument {
  const slug = guide.id.slice(guide.id.lastIndexOf('/') + 1);
  return {
    url: guide.path,
    title: guide.title,
    kind: 'guide',
    breadcrumbs,
    description: guide.description,
    keywords: [slug.replaceAll('-', ' '), ...(guide.sidebarLabel === guide.title ? [] : [guide.sidebarLabel])],
    sections: guide.sections.map(({ id, heading, text, code }) => ({
      kind: 'heading',
      // The page's own heading links to its top.
      hash: heading === guide.title ? '' : id,
      title: heading === guide.title ? '' : heading,
      text,
      code,
    })),
  };
}

function categoryDocument(version: DocsVersion, category: SidebarCategory, above: readonly string[]): PageDocument {
  return {
    url: `${version.root}/category/${category.category}`,
    title: category.title,
    kind: 'category',
    breadcrumbs: above,
    ...(category.description === undefined ? {} : { description: category.description }),
    keywords: [category.category],
    sections: [],
  };
}
