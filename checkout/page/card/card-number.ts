import { detectBrand } from './brands';
import { parseDigits } from './digits';

/** The code length of most cards, also used for unknown brands. */
export const CVV_LENGTH = 3;
const MAX_DIGITS = 19;
const MIN_DIGITS = 12;

export function formatCardNumber(text: string): string {
  const digits = parseDigits(text).slice(0, MAX_DIGITS);
  const groups = [];
  let at = 0;
  for (const length of detectBrand(digits)?.groups ?? [4, 4, 4, 4, 3]) {
    if (at >= digits.length) break;
    groups.push(digits.slice(at, at + length));
    at += length;
  }
  return groups.join(' ');
}

export type NumberProblem = 'missing' | 'incomplete' | 'wrong' | 'notAccepted';

export function cardNumberProblem(text: string, accepted?: readonly string[]): NumberProblem | undefined {
  const digits = parseDigits(text);
  if (digits === '') return 'missing';
  const brand = detectBrand(digits);
  if (brand && accepted && !accepted.includes(brand.system)) return 'notAccepted';
  if (digits.length < Math.min(...(brand?.lengths ?? [MIN_DIGITS]))) return 'incomplete';
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
