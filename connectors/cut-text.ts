const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Cuts a text to the length that an acquirer takes, in UTF-16 units and so in any other, without dividing a character. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = graphemes.segment(text).containing(maxLength)?.index ?? 0;
  if (end > 0) return text.slice(0, end);
  // One character of endless marks is divided, but never a code point.
  const isSurrogate = /[\uD800-\uDBFF]/.test(text[maxLength - 1] ?? '');
  return text.slice(0, isSurrogate ? maxLength - 1 : maxLength);
}
