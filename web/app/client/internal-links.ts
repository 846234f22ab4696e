const FILES = /\.(json|md|xml|txt|svg)$|^\/(specs|postman)\//;

/** The address of a link that stays within the site and leads to a page; nothing for any other. */
export function internalUrl(link: HTMLAnchorElement): URL | undefined {
  if (!link.href || link.target === '_blank' || link.hasAttribute('download')) return undefined;
  const url = new URL(link.href);
  return url.origin === location.origin && !FILES.test(url.pathname) ? url : undefined;
}

export function isSamePage(url: URL): boolean {
  return url.pathname === location.pathname && url.search === location.search;
}
