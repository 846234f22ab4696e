import { normalise } from './normalise';

/** Folds a word for comparison: normalised, lower case, ё as е. */
export function fold(text: string): string {
  const lower = normalise(text).toLowerCase();
  return lower.includes('ё') ? lower.replaceAll('ё', 'е') : lower;
}
