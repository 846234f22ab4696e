/** The form in which words are compared: lower case, and ё read as е (Russian texts write either). */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  return lower.includes('ё') ? lower.replaceAll('ё', 'е') : lower;
}
