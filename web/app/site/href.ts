import { siteConfig } from '../../site.config';

/** Returns a path below the configured base URL. */
export function href(path: string): string {
  return siteConfig.baseUrl.replace(/\/$/, '') + path;
}

/** Returns a full address for canonical links, the sitemap and Open Graph. */
export function absoluteUrl(path: string): string {
  return siteConfig.url + href(path);
}
