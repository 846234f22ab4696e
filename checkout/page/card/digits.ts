const DECIMAL_DIGIT = /\p{Nd}/u;

/** A text with the digits of every script as those that programs count with; nothing else of it changes but its width. */
export function withPlainDigits(text: string): string {
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => (digit < '\u0080' ? digit : String(getValue(digit))));
}

/** Unicode has the digits of a script in a row, from zero to nine, so that those before a digit tell which one it is. */
function getValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (DECIMAL_DIGIT.test(String.fromCodePoint(code - before - 1))) before++;
  return before % 10;
}

/** Digits of whatever was typed or pasted, in whatever script. */
export function parseDigits(text: string): string {
  return withPlainDigits(text).replace(/\D/g, '');
}
