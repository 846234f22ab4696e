/**
 * Changes a character near the end: not the last (base64 ignores its lowest bits) and not to a fixed one (a token may have
 * it).
 */
export function altered(text: string): string {
  const place = text.length - 6;
  return `${text.slice(0, place)}${text[place] === 'A' ? 'B' : 'A'}${text.slice(place + 1)}`;
}
