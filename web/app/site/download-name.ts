import { transliterate } from '../../guides/heading-ids';
import { siteConfig } from '../../site.config';

/** Returns a download's file name with the provider's name. */
export function downloadName(file: string): string {
  return `${transliterate(siteConfig.title)}-${file}`;
}
