import { readFile } from 'node:fs/promises';

/** A drawing that only makes sense in a document of its own: it refers to its parts, or brings styles or scripts. */
const NEEDS_OWN_DOCUMENT = /\s(?:id|style|class|on\w+|(?:xlink:)?href)\s*=|<(?:style|script|foreignObject)\b/i;

/**
 * The favicon as markup to stand within a page: an SVG shown from a file is a document of its own to a browser, a tenth of
 * the work of showing a guide. Empty if it is no SVG, or one that needs its own document.
 */
export async function readLogo(file: string): Promise<string> {
  if (!file.endsWith('.svg')) return '';
  const svg = await readFile(file, 'utf8').catch(() => '');
  const drawing = svg.slice(Math.max(0, svg.indexOf('<svg'))).trim();
  return NEEDS_OWN_DOCUMENT.test(drawing) ? '' : drawing;
}
