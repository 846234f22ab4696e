export function parseDigits(text: string): number[] {
  return Array.from(text, Number);
}

/** Sums each digit multiplied by its weight; the weights repeat from the left. */
export function weightedSum(digits: readonly number[], weights: readonly number[]): number {
  return digits.reduce((sum, digit, index) => sum + digit * (weights[index % weights.length] ?? 0), 0);
}

const ZERO = 48;

/** Whether a text of digits ends with its Luhn check digit (ISO/IEC 7812-1, annex B). */
export function isLuhnValid(text: string): boolean {
  let sum = 0;
  // No intermediate array: a body may hold fifty thousand candidates.
  for (let index = 0; index < text.length; index++) {
    const digit = text.charCodeAt(text.length - 1 - index) - ZERO;
    const weighted = index % 2 === 0 ? digit : digit * 2;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
