import cyrillic from '../fonts/code-cyrillic.woff2?url';
import latin from '../fonts/code-latin.woff2?url';

const RANGES = [
  [latin, 'U+0000-03FF, U+2000-2115, U+2117-FFFF'],
  [cyrillic, 'U+0400-04FF, U+2116'],
] as const;

/** Adds the font of code after the page has loaded. Its letters are as wide as those of the fallbacks, so nothing moves. */
export function loadCodeFont(): void {
  const add = (): void => {
    for (const [file, unicodeRange] of RANGES)
      document.fonts.add(new FontFace('Site Code', `url(${file})`, { unicodeRange }));
  };
  if (document.readyState === 'complete') add();
  else addEventListener('load', add);
}
