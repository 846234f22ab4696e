import { transliterate } from '../../guides/heading-ids';
import { siteConfig } from '../../site.config';

export function downloadName(file: string): string {
  return `${transliterate(siteConfig.title)}-${file}`;
}
