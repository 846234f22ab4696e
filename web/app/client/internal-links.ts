import { isSameVersion } from './versions';

const FILES = /\.(json|md|xml|txt|svg)$|^\/(specs|postman)\//;

/** The URL of a link to a page of the site, else undefined. */
export function pageUrl(link: HTMLAnchorElement): URL | undefined {
  if (!link.href || link.target === '_blank' || link.hasAttribute('download')) return undefined;
  const url = new URL(link.href);
  return url.origin === location.origin && !FILES.test(url.pathname) ? url : undefined;
}

/**
 * Like pageUrl(), but only for the current version of the docs, because the top bar, which stays, belongs to a
 * version.
 */
export function internalUrl(link: HTMLAnchorElement): URL | undefined {
  const url = pageUrl(link);
  return url && isSameVersion(url) ? url : undefined;
}

export function isSamePage(url: URL): boolean {
  return url.pathname === location.pathname && url.search === location.search;
}
