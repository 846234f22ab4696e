import { isSameVersion } from './versions';

const FILES = /\.(json|md|xml|txt|svg)$|^\/(specs|postman)\//;

/** The address of a link that leads to a page of the site; nothing for any other. */
export function pageUrl(link: HTMLAnchorElement): URL | undefined {
  if (!link.href || link.target === '_blank' || link.hasAttribute('download')) return undefined;
  const url = new URL(link.href);
  return url.origin === location.origin && !FILES.test(url.pathname) ? url : undefined;
}

/**
 * The same, but nothing for a page of another version of the docs: the top bar, which stays where only the page below it is
 * replaced, belongs to a version.
 */
export function internalUrl(link: HTMLAnchorElement): URL | undefined {
  const url = pageUrl(link);
  return url && isSameVersion(url) ? url : undefined;
}

export function isSamePage(url: URL): boolean {
  return url.pathname === location.pathname && url.search === location.search;
}
