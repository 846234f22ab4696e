import { transliterate } from '../../guides/heading-ids';
import { siteConfig } from '../../site.config';

/** The name under which a file is saved: among other downloads it must say whose it is. */
export function downloadName(file: string): string {
  return `${transliterate(siteConfig.title)}-${file}`;
}
