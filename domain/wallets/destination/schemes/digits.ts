export function parseDigits(text: string): number[] {
  return Array.from(text, Number);
}

/** Sums each digit multiplied by its weight; the weights repeat from the left. */
export function weightedSum(digits: readonly number[], weights: readonly number[]): number {
  return digits.reduce((sum, digit, index) => sum + digit * (weights[index % weights.length] ?? 0), 0);
}
