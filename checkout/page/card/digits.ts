const DECIMAL_DIGIT = /\p{Nd}/u;

/** Converts digits of any script to ASCII and normalises the width of other characters. */
export function withPlainDigits(text: string): string {
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => (digit < '\u0080' ? digit : String(getValue(digit))));
}

/** Unicode stores the ten digits of a script consecutively, so counting the digits before one gives its value. */
function getValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (DECIMAL_DIGIT.test(String.fromCodePoint(code - before - 1))) before++;
  return before % 10;
}

export function parseDigits(text: string): string {
  return withPlainDigits(text).replace(/\D/g, '');
}
