import compiled from 'virtual:guides';
import type { DocsVersion, Guide, SidebarCategory, SidebarItem } from '../../guides/guide';
import { inheritGuides } from '../../guides/inherit-guides';
import type { Crumb } from './head';

export interface PageLink {
  title: string;
  path: string;
}

export interface SidebarNode extends PageLink {
  description: string;
  items?: SidebarNode[];
}

export interface DocsPage {
  kind: 'root' | 'category' | 'guide';
  title: string;
  description: string;
  path: string;
  guide?: Guide;
  cards?: SidebarNode[];
  crumbs: Crumb[];
  previous?: PageLink;
  next?: PageLink;
}

export const versions = inheritGuides(compiled);

const trees = new Map(versions.map((version) => [version, toNodes(version.sidebar, version)]));

export function splitVersion(path: string): { version: DocsVersion; id: string } {
  const [first = ''] = path.split('/');
  const named = versions.find((version) => !version.isDefault && version.name === first);
  const version = named ?? versions.find(({ isDefault }) => isDefault);
  if (!version) throw new Response(null, { status: 404 });
  return { version, id: named ? path.slice(first.length + 1) : path };
}

export function getSidebar(version: DocsVersion): SidebarNode[] {
  return trees.get(version) ?? [];
}

export function findInDefaultVersion(id: string): string | undefined {
  const version = versions.find(({ isDefault }) => isDefault);
  return version && findDocsPage(version, id)?.path;
}

export function findDocsPage(version: DocsVersion, id: string): DocsPage | undefined {
  const tree = getSidebar(version);
  if (id === '') return describeRoot(version, tree);
  const path = `${version.root}/${id}`;
  const trail = findTrail(tree, path);
  const guide = version.guides[id];
  const node = trail?.at(-1);
  if (!guide && !node?.items) return undefined;
  return {
    kind: guide ? 'guide' : 'category',
    title: guide?.title ?? node?.title ?? '',
    description: guide?.description || node?.description || '',
    path,
    ...(guide ? { guide } : {}),
    ...(node?.items ? { cards: node.items } : {}),
    crumbs: [
      { label: 'Документация', path: version.root },
      ...(trail ?? []).slice(0, -1).map(({ title, path: at }) => ({ label: title, path: at })),
      { label: guide?.title ?? node?.title ?? '' },
    ],
    ...neighbours(tree, path),
  };
}

function describeRoot(version: DocsVersion, tree: SidebarNode[]): DocsPage {
  return {
    kind: 'root',
    title: 'Документация',
    description: 'Руководства по приёму платежей и кошелькам, справочники API, тестовые карты и коллекции запросов.',
    path: version.root,
    cards: tree,
    crumbs: [{ label: 'Документация' }],
    ...(tree[0] ? { next: tree[0] } : {}),
  };
}

/** Unlisted guides are left out even when the sidebar names them. */
function toNodes(items: SidebarItem[], version: DocsVersion): SidebarNode[] {
  return items
    .filter((item) => typeof item !== 'string' || !version.guides[item]?.isUnlisted)
    .map((item) => toNode(item, version));
}

function toNode(item: SidebarItem, version: DocsVersion): SidebarNode {
  if (typeof item === 'string') {
    const guide = version.guides[item];
    if (!guide) throw new Error(`sidebar.json of the version ${version.name} names ${item}, which is not there`);
    return { title: guide.sidebarLabel, path: guide.path, description: guide.description };
  }
  return categoryNode(item, version);
}

function categoryNode(category: SidebarCategory, version: DocsVersion): SidebarNode {
  return {
    title: category.title,
    path: `${version.root}/category/${category.category}`,
    description: category.description ?? '',
    items: toNodes(category.items, version),
  };
}

function findTrail(nodes: SidebarNode[], path: string): SidebarNode[] | undefined {
  for (const node of nodes) {
    if (node.path === path) return [node];
    const below = node.items && findTrail(node.items, path);
    if (below) return [node, ...below];
  }
  return undefined;
}

function neighbours(tree: SidebarNode[], path: string): { previous?: PageLink; next?: PageLink } {
  const order = flatten(tree);
  const index = order.findIndex((node) => node.path === path);
  if (index < 0) return {};
  const [previous, next] = [order[index - 1], order[index + 1]];
  return { ...(previous ? { previous } : {}), ...(next ? { next } : {}) };
}

function flatten(nodes: SidebarNode[]): SidebarNode[] {
  return nodes.flatMap((node) => [node, ...flatten(node.items ?? [])]);
}
