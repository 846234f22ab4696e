import { findCardRange, isCardNumber, isLuhnValid } from '../../../domain/payments/card/card-ranges';
import { parseDigits, withPlainDigits } from './digits';

/** The code length of most cards, also used for unknown brands. */
export const CVV_LENGTH = 3;
const MAX_DIGITS = 19;
const MIN_DIGITS = 12;
/** Enough digits to know the network of a card. */
const RANGE_DIGITS = 6;

export function formatCardNumber(text: string): string {
  const digits = (findPastedNumber(text) ?? parseDigits(text)).slice(0, MAX_DIGITS);
  const groups = [];
  let at = 0;
  for (const length of findCardRange(digits)?.groups ?? [4, 4, 4, 4, 3]) {
    if (at >= digits.length) break;
    groups.push(digits.slice(at, at + length));
    at += length;
  }
  return groups.join(' ');
}

/** The card number in a pasted text with words or a date, if there is one. */
function findPastedNumber(text: string): string | undefined {
  const plain = withPlainDigits(text);
  const groups = plain.match(/\d+/g) ?? [];
  if (/^[\d\s-]*$/.test(plain) && groups.join('').length <= MAX_DIGITS) return undefined;
  for (let from = 0; from < groups.length; from++) {
    for (let to = groups.length; to > from; to--) {
      const digits = groups.slice(from, to).join('');
      if (isCardNumber(digits)) return digits;
    }
  }
  return undefined;
}

export type NumberProblem = 'missing' | 'incomplete' | 'wrong' | 'notAccepted';

export function cardNumberProblem(text: string, accepted?: readonly string[]): NumberProblem | undefined {
  const digits = parseDigits(text);
  if (digits === '') return 'missing';
  const brand = findCardRange(digits);
  // No shop accepts a network that the platform does not know.
  if (brand ? accepted && !accepted.includes(brand.system) : digits.length >= RANGE_DIGITS) return 'notAccepted';
  if (digits.length < Math.min(...(brand?.lengths ?? [MIN_DIGITS]))) return 'incomplete';
  if (!isLuhnValid(digits) || (brand && !brand.lengths.includes(digits.length))) return 'wrong';
  return undefined;
}
