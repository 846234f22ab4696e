import { normalise } from './normalise';

/** The form in which words are compared: one spelling, lower case, and ё read as е (Russian texts write either). */
export function fold(text: string): string {
  const lower = normalise(text).toLowerCase();
  return lower.includes('ё') ? lower.replaceAll('ё', 'е') : lower;
}
