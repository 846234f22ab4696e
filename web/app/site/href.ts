import { siteConfig } from '../../site.config';

export function href(path: string): string {
  return siteConfig.baseUrl.replace(/\/$/, '') + path;
}

export function absoluteUrl(path: string): string {
  return siteConfig.url + href(path);
}
