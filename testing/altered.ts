/**
 * The text with another character near its end. Not the last one, whose lowest bits base64 leaves without a meaning, and
 * not a fixed ending, which a random token has by itself now and then.
 */
export function altered(text: string): string {
  const place = text.length - 6;
  return `${text.slice(0, place)}${text[place] === 'A' ? 'B' : 'A'}${text.slice(place + 1)}`;
}
