import { href as siteHref } from '../app/site/href';
import { siteConfig } from '../site.config';
import type { DocsVersion, Guide } from './guide';

const INTERNAL_LINK = /<a [^>]*?href="(\/[^"]*|#[^"]*)"/g;
const OTHER_PAGES = new Set(['/', '/search', '/docs', '/sitemap.xml', '/llms.txt', '/robots.txt']);

/** Warns of links within the site that lead nowhere. Broken links between markdown files have failed the build before. */
export function checkLinks(versions: DocsVersion[]): void {
  const guides = versions.flatMap((version) => Object.values(version.guides));
  const byPath = new Map(guides.map((guide) => [guide.path, guide]));
  for (const guide of guides) {
    for (const [, href] of guide.html.matchAll(INTERNAL_LINK)) {
      const problem = href && describeProblem({ href, from: guide, byPath });
      if (problem) console.warn(`${guide.path}: ${problem}`);
    }
  }
}

function describeProblem(input: { href: string; from: Guide; byPath: Map<string, Guide> }): string | undefined {
  const { href, from, byPath } = input;
  const [address = '', hash] = href.split('#');
  const path = address.replace(siteHref(''), '');
  const target = path === '' ? from : byPath.get(path.replace(/\/$/, ''));
  if (!target) return isOtherPage(path) ? undefined : `the link ${href} leads nowhere`;
  const isAnchorKnown = !hash || target.html.includes(` id="${decodeURIComponent(hash)}"`);
  return isAnchorKnown ? undefined : `the link ${href} names a heading that is not there`;
}

function isOtherPage(path: string): boolean {
  if (OTHER_PAGES.has(path) || /^\/docs\/(.+\/)?category\//.test(path) || /^\/(specs|postman)\//.test(path))
    return true;
  const api = /^\/api\/([^/]+)/.exec(path)?.[1];
  return siteConfig.specifications.some(({ route }) => route === api);
}
