/**
 * Changes a character near the end: not the last one, whose low bits base64 ignores, and not to a fixed one, which may
 * be there already.
 */
export function altered(text: string): string {
  const place = text.length - 6;
  return `${text.slice(0, place)}${text[place] === 'A' ? 'B' : 'A'}${text.slice(place + 1)}`;
}
