/** The digits of a text of digits. */
export function digitsOf(text: string): number[] {
  return Array.from(text, Number);
}

/** Sums each digit multiplied by its weight; the weights repeat from the left. */
export function weightedSum(digits: readonly number[], weights: readonly number[]): number {
  return digits.reduce((sum, digit, index) => sum + digit * (weights[index % weights.length] ?? 0), 0);
}

/** Whether a text of digits ends with its Luhn check digit (ISO/IEC 7812-1, annex B). */
export function isLuhnValid(text: string): boolean {
  const sum = digitsOf(text)
    .reverse()
    .reduce((total, digit, index) => {
      const weighted = index % 2 === 0 ? digit : digit * 2;
      return total + (weighted > 9 ? weighted - 9 : weighted);
    }, 0);
  return sum % 10 === 0;
}
