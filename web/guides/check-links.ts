import { href as siteHref } from '../app/site/href';
import { siteConfig } from '../site.config';
import type { DocsVersion, Guide } from './guide';
import { pagePaths } from './page-paths';

const INTERNAL_LINK = /<a [^>]*?href="(\/[^"]*|#[^"]*)"/g;
const OTHER_PAGES = ['/', '/search', '/sitemap.xml', '/llms.txt', '/robots.txt'];

/**
 * Warns about dead links within the site, in guides and in the configuration. `otherPaths` are the paths beside the docs.
 * Dead links between Markdown files fail the build earlier.
 */
export function checkLinks(versions: DocsVersion[], otherPaths: string[]): void {
  const guides = versions.flatMap((version) => Object.values(version.guides));
  const byPath = new Map(guides.map((guide) => [guide.path, guide]));
  const known = new Set([...OTHER_PAGES, ...otherPaths, ...versions.flatMap((version) => [...pagePaths(version)])]);
  for (const guide of guides) {
    for (const [, href] of guide.html.matchAll(INTERNAL_LINK)) {
      const problem = href && describeProblem({ href, from: guide, byPath, known });
      if (problem) console.warn(`${guide.path}: ${problem}`);
    }
  }
  const configured = [
    ...siteConfig.docs.map(({ path }) => `/docs${path}`),
    ...siteConfig.topics.map(({ path }) => path),
  ];
  for (const path of configured.filter((one) => !known.has(one)))
    console.warn(`site.config.ts: the link ${path} leads nowhere`);
}

function describeProblem(input: {
  href: string;
  from: Guide;
  byPath: Map<string, Guide>;
  known: Set<string>;
}): string | undefined {
  const { href, from, byPath, known } = input;
  const [address = '', hash] = href.split('#');
  const path = address
    .replace(siteHref(''), '')
    .replace(/\?.*$/, '')
    .replace(/(?<=.)\/$/, '')
    .replace(/\.md$/, '');
  if (path !== '' && !known.has(path)) return `the link ${href} leads nowhere`;
  const target = path === '' ? from : byPath.get(path);
  const isAnchorKnown = !target || !hash || target.html.includes(` id="${decodeURIComponent(hash)}"`);
  return isAnchorKnown ? undefined : `the link ${href} names a heading that is not there`;
}
