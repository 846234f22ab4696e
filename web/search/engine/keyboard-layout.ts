const LATIN = '`qwertyuiop[]asdfghjkl;\'zxcvbnm,./~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?';
const CYRILLIC = 'ёйцукенгшщзхъфывапролджэячсмитьбю.ЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,';

const toCyrillic = new Map([...LATIN].map((key, place) => [key, CYRILLIC.charAt(place)]));
const toLatin = new Map([...CYRILLIC].map((key, place) => [key, LATIN.charAt(place)]));

/** What the same keys would have written in the other of the two layouts, English and Russian. */
export function inOtherLayout(text: string): string {
  const keys = /[\u0400-\u052f]/.test(text) ? toLatin : toCyrillic;
  return [...text].map((character) => keys.get(character) ?? character).join('');
}
