const LATIN = '`qwertyuiop[]asdfghjkl;\'zxcvbnm,./~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?';
const CYRILLIC = 'ёйцукенгшщзхъфывапролджэячсмитьбю.ЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,';

const toCyrillic = new Map([...LATIN].map((key, place) => [key, CYRILLIC.charAt(place)]));
const toLatin = new Map([...CYRILLIC].map((key, place) => [key, LATIN.charAt(place)]));

/** Converts a text between the English and Russian keyboard layouts. */
export function inOtherLayout(text: string): string {
  const keys = /[\u0400-\u052f]/.test(text) ? toLatin : toCyrillic;
  return [...text].map((character) => keys.get(character) ?? character).join('');
}

/** Tells whether one insertion, deletion, replacement or swap of adjacent letters turns one word into the other. */
export function isOneEditAway(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1 || short === long) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  let tail = 0;
  while (tail < short.length - start && short[short.length - 1 - tail] === long[long.length - 1 - tail]) tail++;
  const shortRest = short.slice(start, short.length - tail);
  const longRest = long.slice(start, long.length - tail);
  if (longRest.length === 1) return true;
  return (
    shortRest.length === 2 && longRest.length === 2 && shortRest[0] === longRest[1] && shortRest[1] === longRest[0]
  );
}
