import { href as siteHref } from '../app/site/href';
import type { CompiledVersion, DocsVersion, Guide, SidebarItem } from './guide';
import { pagePaths } from './page-paths';

/**
 * Completes versions with the guides of their base, with links that stay in the version. Runs when the site starts, so that
 * the build contains each guide once.
 */
export function inheritGuides(versions: readonly CompiledVersion[]): DocsVersion[] {
  const complete: DocsVersion[] = [];
  for (const { basedOn, sidebar, ...version } of versions) {
    const base = complete.find(({ name }) => name === basedOn);
    if (basedOn !== undefined && !base)
      throw new Error(`versions.json: ${version.name} is based on ${basedOn}, which is not an earlier version`);
    complete.push(
      base
        ? {
            ...version,
            sidebar: sidebar ?? inheritSidebar(base, version.guides),
            guides: inheritedGuides(base, version),
          }
        : { ...version, sidebar: sidebar ?? Object.keys(version.guides) },
    );
  }
  return complete;
}

/** Guides that only this version has come first. */
function inheritSidebar(base: DocsVersion, own: Record<string, Guide>): SidebarItem[] {
  return [...Object.keys(own).filter((id) => !(id in base.guides)), ...base.sidebar];
}

function inheritedGuides(base: DocsVersion, version: Pick<DocsVersion, 'root' | 'guides'>): Record<string, Guide> {
  const pages = pagePaths(base);
  const move = (text: string, link: RegExp): string =>
    text.replace(link, (whole, before: string, rest: string) => {
      const path = base.root + rest.replace(/\.md$/, '');
      return pages.has(path) ? `${before}${version.root}${rest}` : whole;
    });
  const root = escaped(base.root);
  const inHtml = new RegExp(`(href="${escaped(siteHref(''))})${root}((?:/[^"#?]*)?)(?=["#?])`, 'g');
  const inMarkdown = new RegExp(`(\\]\\([^\\s)/]*)${root}((?:/[^)#?\\s]*)?)(?=[)#?\\s])`, 'g');
  const inherited = Object.entries(base.guides).map(([id, guide]) => [
    id,
    {
      ...guide,
      path: `${version.root}/${id}`,
      html: move(guide.html, inHtml),
      markdown: move(guide.markdown, inMarkdown),
    },
  ]);
  return { ...(Object.fromEntries(inherited) as Record<string, Guide>), ...version.guides };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
