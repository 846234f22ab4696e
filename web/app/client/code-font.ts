import cyrillic from '../../../ui/fonts/code-cyrillic.woff2?url';
import latin from '../../../ui/fonts/code-latin.woff2?url';
import { addLateFont } from '../../../ui/late-font';

/** Adds the font of code after the page has loaded. Its letters are as wide as those of the fallbacks, so nothing moves. */
export function loadCodeFont(): void {
  const add = (): void => addLateFont('Site Code', { latin, cyrillic });
  if (document.readyState === 'complete') add();
  else addEventListener('load', add);
}
