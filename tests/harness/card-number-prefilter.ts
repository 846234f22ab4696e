import { base64Forms } from './disclosures';

/** Shorter runs of digits contain no card number. */
const MIN_RUN = 12;
/** Maximum distance in bytes between the name of a CVV and its digits. */
const CVV_CONTEXT = 256;
/** Maximum length of such a name. */
const CVV_NAME = 12;

/** Whether `disclosures` may find something in bytes. Samples every few bytes, because runs of digits and base64 card numbers are long. */
export function cardNumberPrefilter(cardNumbers: readonly string[]): (bytes: Buffer) => boolean {
  const isCardNamed = digitsSuspicion(cardNumbers);
  const isCardEncoded = base64Suspicion(cardNumbers);
  return (bytes) => isCardNamed(bytes) || isCardEncoded(bytes) || isCvvNamed(bytes);
}

const inRun = getTable((character) => /[\d -]/.test(character));

/** Finds digits, grouped or not, and hexadecimal digits. */
function digitsSuspicion(cardNumbers: readonly string[]): (bytes: Buffer) => boolean {
  if (cardNumbers.length === 0) return () => false;
  const hexadecimal = cardNumbers.map((card) => Buffer.from(card).toString('hex'));
  const card = new RegExp([...cardNumbers, ...hexadecimal].join('|'));
  return (bytes) => {
    const { length } = bytes;
    for (let at = MIN_RUN - 1; at < length; at += MIN_RUN) {
      if (inRun[bytes[at]!] === 0) continue;
      let from = at;
      while (from > 0 && inRun[bytes[from - 1]!] === 1) from -= 1;
      while (at + 1 < length && inRun[bytes[at + 1]!] === 1) at += 1;
      if (at + 1 - from < MIN_RUN) continue;
      const digits = bytes.toString('latin1', from, at + 1).replace(/[ -]/g, '');
      if (digits.length >= MIN_RUN && card.test(digits)) return true;
    }
    return false;
  };
}

/** Three digits are four base64 characters, each from a small set, so that matching four bytes is rare enough for a full search. */
const quad = ['MNO', 'DTjz', 'AEIMQUYcgk', 'wxyz012345'];

/** The possible positions of each byte in a quad, as bits, rotated so that those of four successive bytes match. */
const places = [0, 1, 2, 3].map((offset) => {
  const table = new Uint8Array(256);
  quad.forEach((characters, place) => {
    for (const character of characters) table[character.charCodeAt(0)]! |= 1 << ((place - offset + 4) % 4);
  });
  return table;
}) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];

function base64Suspicion(cardNumbers: readonly string[]): (bytes: Buffer) => boolean {
  const forms = base64Forms(cardNumbers);
  if (forms.length === 0) return () => false;
  const card = new RegExp(forms.join('|'));
  const lengths = forms.map((form) => form.length);
  const longest = Math.max(...lengths);
  // The stride guarantees a sample of four bytes inside each form.
  const stride = Math.max(1, Math.min(...lengths) - 3);
  const [first, second, third, fourth] = places;
  return (bytes) => {
    const end = bytes.length - 3;
    for (let at = 0; at < end; at += stride) {
      const asFirst = first[bytes[at]!]!;
      if (asFirst === 0) continue;
      const asTwo = asFirst & second[bytes[at + 1]!]!;
      if (asTwo === 0) continue;
      const asFour = asTwo & third[bytes[at + 2]!]! & fourth[bytes[at + 3]!]!;
      if (asFour !== 0 && card.test(bytes.toString('latin1', Math.max(0, at - longest), at + longest))) return true;
    }
    return false;
  };
}

const [C, V, Y] = ['c', 'v', 'y'].map((character) => character.charCodeAt(0)) as [number, number, number];
const LOWER = 0x20;
const inName = getTable((character) => /[cvy]/i.test(character));
/** Broader than `disclosures`: any spaces of any encoding. */
const named = /(?:cvv2?|cvc2?|cvn|securityCode)[^0-9a-z]*[:=][^0-9a-z]*\d{3}/i;

/** Every name contains `cv` or `yC`, so sampling every second byte finds one of the two letters. */
function isCvvNamed(bytes: Buffer): boolean {
  const { length } = bytes;
  for (let at = 0; at < length; at += 2) {
    if (inName[bytes[at]!] === 0) continue;
    const here = bytes[at]! | LOWER;
    const before = at > 0 ? bytes[at - 1]! | LOWER : 0;
    const after = at + 1 < length ? bytes[at + 1]! | LOWER : 0;
    if (!isPair(before, here) && !isPair(here, after)) continue;
    if (named.test(bytes.toString('latin1', Math.max(0, at - CVV_NAME), at + CVV_CONTEXT))) return true;
  }
  return false;
}

function isPair(one: number, other: number): boolean {
  return (one === C && other === V) || (one === Y && other === C);
}

function getTable(isIn: (character: string) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) => (isIn(String.fromCharCode(code)) ? 1 : 0));
}
