import { siteConfig } from '../../site.config';

/** A path of the site as a link: below the base URL that the site is configured for. */
export function href(path: string): string {
  return siteConfig.baseUrl.replace(/\/$/, '') + path;
}

/** The full address of a path, for machines: canonical links, the sitemap, Open Graph. */
export function absoluteUrl(path: string): string {
  return siteConfig.url + href(path);
}
