import { brandOf } from './brands';
import { digitsOf } from './digits';

/** Of most cards, and of a card whose brand is not known. */
export const CVV_LENGTH = 3;
const LONGEST = 19;
const SHORTEST = 12;

/** The number as it stands on the card, in groups. */
export function formatCardNumber(text: string): string {
  const digits = digitsOf(text).slice(0, LONGEST);
  const groups = [];
  let at = 0;
  for (const length of brandOf(digits)?.groups ?? [4, 4, 4, 4, 3]) {
    if (at >= digits.length) break;
    groups.push(digits.slice(at, at + length));
    at += length;
  }
  return groups.join(' ');
}

export type NumberProblem = 'missing' | 'incomplete' | 'wrong' | 'notAccepted';

/** What is wrong with a card number; `accepted` names the networks that the shop takes. */
export function cardNumberProblem(text: string, accepted?: readonly string[]): NumberProblem | undefined {
  const digits = digitsOf(text);
  if (digits === '') return 'missing';
  const brand = brandOf(digits);
  if (brand && accepted && !accepted.includes(brand.system)) return 'notAccepted';
  if (digits.length < Math.min(...(brand?.lengths ?? [SHORTEST]))) return 'incomplete';
  if (!passesLuhn(digits) || (brand && !brand.lengths.includes(digits.length))) return 'wrong';
  return undefined;
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
